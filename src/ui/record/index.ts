/** The record of a run on the page: `RecordBar.tsx` what is seen of it, `words.ts` what it says, `files.ts` the files. */
export { RecordBar } from './RecordBar.tsx';
