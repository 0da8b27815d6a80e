// Starts the browser that the tests drive. `npm test` finds one and names it in HEDDLE_TEST_BROWSER.

import { type Browser, chromium } from 'playwright-core'

/**
 * Two pages of the address bar's own, which every new window would load in the background although nobody sees them: they
 * cost more than most tests do. The rest is what Playwright turns off itself, because the last list counts alone.
 */
const featuresOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

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
      `--disable-features=${featuresOff.join(',')}`,
    ],
  })
}
