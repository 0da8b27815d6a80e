// Starts the browser that the tests drive. `npm test` finds one and names it in HEDDLE_TEST_BROWSER.

import { type Browser, chromium } from 'playwright-core'

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.HEDDLE_TEST_BROWSER ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
