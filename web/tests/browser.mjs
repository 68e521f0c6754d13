// Starts the server and Debian's Chromium for the tests, and ends both.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts `xun serve` and answers its address and a way to end it. */
export async function serve({ data, port = 0, extra = [] } = {}) {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'xun-page-'));
  const program = process.env.XUN ?? new URL('../../target/debug/xun', import.meta.url).pathname;
  const child = spawn(
    program,
    ['serve', '--port', String(port), '--no-open', '--no-token', '--data', folder, ...extra],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error('the server did not start')));
    child.once('error', reject);
  });
  return {
    url: url.trim(),
    folder,
    child,
    kill: (signal = 'SIGTERM') =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', resolve);
        child.kill(signal);
      }),
    clean: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: flags,
  });
}

export const sizes = { desktop: { width: 1366, height: 820 }, phone: { width: 390, height: 844 } };

/** Milliseconds after which waiting is given up. Long: on a busy machine everything takes longer. */
export const PATIENCE = 180_000;

/**
 * A fresh page of a size, language and theme; console errors are collected. Toasts stay until they
 * are pressed, since no test knows when it gets to them; `window.briefToasts` lets them go.
 */
export async function open(
  browser,
  url,
  { size = 'desktop', language = 'en', theme = 'day', tour = false } = {},
) {
  const context = await browser.newContext({
    viewport: sizes[size],
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    hasTouch: size === 'phone',
    deviceScaleFactor: size === 'phone' ? 2 : 1,
  });
  context.setDefaultTimeout(PATIENCE);
  const toured = tour ? [] : ['paths', 'xiangqi', 'gomoku', 'lab', 'matches', 'experiments'];
  await context.addInitScript(
    (settings) => {
      // A framed report has no storage, and no settings.
      if (window !== window.top) return;
      if (!localStorage.getItem('xun.settings')) localStorage.setItem('xun.settings', settings);
    },
    JSON.stringify({ language, theme, toured, sound: false }),
  );
  await context.addInitScript(() => {
    const real = window.setTimeout;
    const TOAST_TIME = 10_000;
    window.setTimeout = (run, time, ...rest) =>
      time === TOAST_TIME && !window.briefToasts ? 0 : real.call(window, run, time, ...rest);
  });
  const page = await context.newPage();
  page.touch = size === 'phone';
  page.problems = [];
  page.on('console', (message) => message.type() === 'error' && page.problems.push(message.text()));
  page.on('pageerror', (error) => page.problems.push(String(error)));
  await page.goto(url);
  return page;
}
