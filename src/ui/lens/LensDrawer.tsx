/** The lens beneath the stage. */
import { Drawer } from '../components/Drawer.tsx';
import { Lens } from './Lens.tsx';
import { closeLensDrawer } from './state/lensStore.ts';

export default function Contents() {
  return (
    <Drawer
      name="lens"
      title="Objective lens"
      count="What each objective makes of a stale token."
      closeLabel="Close the lens"
      onClose={closeLensDrawer}
    >
      <Lens />
    </Drawer>
  );
}
