/** Puts text on the clipboard, and says whether it is there. */
import { announce } from './state/uiStore.ts';

const REFUSED = 'This browser does not let the page copy.';

/**
 * @param copied what is said then
 * @param instead what is to be done where the browser refuses, in a sentence
 */
export async function copyText(text: string, copied: string, instead?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(copied);
  } catch {
    announce(instead === undefined ? REFUSED : `${REFUSED} ${instead}`);
  }
}
