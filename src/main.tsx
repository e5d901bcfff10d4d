/** Entry of the page: isolation first, because gaining it may reload, then the screen. */
import { ensureIsolation } from './ui/isolation.ts';
import { mount } from './ui/mount.tsx';

await ensureIsolation();
mount(document.getElementById('root')!);
