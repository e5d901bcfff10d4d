/**
 * Finds a Chromium-family browser, or installs one where that needs no question: Chrome, Edge, Chromium or
 * Playwright's own if present; else Playwright's download; else Debian's package when run as root.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { say, tool } from './prepare.mjs';

export const REMEDY =
  'No Chromium-family browser was found and none could be installed. Install Chrome, Edge or Chromium, or set ' +
  'LAGLAB_BROWSER to the path of one, and run the tests again.';

/** How this project starts a headless browser: alone, silent, and asking nobody for updates. */
export const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function candidates() {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Microsoft Edge', 'Chromium'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
      .filter(Boolean)
      .flatMap((folder) => [
        join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
      ]);
  }
  const folders = (process.env.PATH ?? '').split(':').filter(Boolean);
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'].flatMap(
    (name) => folders.map((folder) => join(folder, name)),
  );
}

async function playwrightsOwn() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

/** A browser that is there already, or undefined. */
export async function findBrowser() {
  const named = process.env.LAGLAB_BROWSER;
  if (named) return existsSync(named) ? named : undefined;
  return (await playwrightsOwn()) ?? candidates().find((path) => existsSync(path));
}

function attempt(command, args) {
  return spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status === 0;
}

/** A browser, installed if need be; undefined = none to be had. */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found || process.env.LAGLAB_BROWSER) return found;
  say('No browser found; installing one …');
  const root = process.getuid?.() === 0;
  if (root && attempt('apt-get', ['--version'])) {
    attempt('apt-get', ['update', '-q']);
    attempt('apt-get', ['install', '-y', '-q', 'chromium']);
  }
  if (!(await findBrowser())) {
    attempt(process.execPath, [tool('playwright-core'), 'install', 'chromium']);
  }
  return findBrowser();
}
