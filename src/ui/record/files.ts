/** Records as files: out of the page, and into it. What is no record is told in words. */
import { decodeRecord, encodeRecord } from '../../telemetry/record/index.ts';
import { download } from '../download.ts';
import type { Controller } from '../run/controller.ts';
import { reportProblem } from '../state/sessionStore.ts';
import { announce } from '../state/uiStore.ts';

export function saveRun(controller: Controller): void {
  const record = controller.record();
  if (record === undefined) {
    announce('There is nothing to save yet: press Run first.');
    return;
  }
  const { preset, run } = record.experiment;
  download(`laglab-${preset}-seed-${run.seed}-${record.updates}.json`, encodeRecord(record));
  announce(`Saved the run up to update ${record.updates}.`);
}

export async function openRun(controller: Controller, file: File): Promise<void> {
  const parsed = decodeRecord(await file.text());
  if (!parsed.ok) {
    reportProblem({
      severity: 'warning',
      message: `“${file.name}” cannot be opened. ${parsed.message}`,
      remedy: 'Choose a file that “Save run” or npm run headless -- --record wrote.',
    });
    return;
  }
  controller.open(parsed.record);
  announce([`Opened a run of ${parsed.record.updates} updates.`, ...parsed.notes].join(' '));
}

/** Asks for a file. */
export function chooseRun(controller: Controller): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined) void openRun(controller, file);
  });
  input.click();
}

/** Files may be dropped anywhere on the page. */
export function takeDroppedRuns(page: Document, controller: Controller): void {
  page.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  page.addEventListener('drop', (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (file === undefined) return;
    event.preventDefault();
    void openRun(controller, file);
  });
}
