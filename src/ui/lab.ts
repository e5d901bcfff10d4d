/** The one lab of this page: controller, address bar and actions, made once and wired together. */
import { startSession } from '../runtime/live/startSession.ts';
import { makeActions } from './actions/table.ts';
import { detectCapabilities } from './capabilities/capabilities.ts';
import { SelfTests, testInWorker } from './capabilities/selfTests.ts';
import { lensAddress } from './lens/state/address.ts';
import { lensPlace } from './lens/state/lensStore.ts';
import { AddressBar, browserPage } from './link/addressBar.ts';
import { neighbour, speedStore } from './pipeline/speed.ts';
import { chooseRun, saveRun } from './record/files.ts';
import { Controller } from './run/controller.ts';
import { sessionStore } from './state/sessionStore.ts';
import { copyText } from './copyText.ts';

export const capabilities = detectCapabilities();
export const controller = new Controller({ start: startSession });
export const addressBar = new AddressBar(browserPage, lensAddress);
export const selfTests = new SelfTests(testInWorker);

/** Seeds short enough to be said aloud in class. */
const LARGEST_DRAWN_SEED = 9999;

function drawSeed(): number {
  return 1 + (crypto.getRandomValues(new Uint32Array(1))[0]! % LARGEST_DRAWN_SEED);
}

async function copyLink(): Promise<void> {
  addressBar.write();
  await copyText(
    location.href,
    lensPlace() === undefined
      ? 'Link copied. It holds the whole experiment.'
      : 'Link copied. It holds the experiment and the lens as it is now.',
    'Copy the address instead: it holds the whole experiment.',
  );
}

/** @param speed one of `SPEEDS` */
export function chooseSpeed(speed: number): void {
  speedStore.setState({ speed });
  controller.setSpeed(speed);
}

export const actions = makeActions(
  {
    run: () => controller.run(),
    pause: () => controller.pause(),
    step: () => controller.step(),
    stepEvent: () => controller.stepEvent(),
    slower: () => chooseSpeed(neighbour(speedStore.getState().speed, 1)),
    faster: () => chooseSpeed(neighbour(speedStore.getState().speed, -1)),
    reset: () => controller.reset(),
    restart: () => controller.restart(),
    revert: () => controller.revert(),
    newSeed: () => controller.reseed(drawSeed()),
    copyLink: () => void copyLink(),
    saveRun: () => saveRun(controller),
    openRun: () => chooseRun(controller),
  },
  () => sessionStore.getState().phase,
);
