// Apart from the rest, because it runs in the page and needs a browser's types.

import type { Page } from 'playwright-core'

/** What has the focus, as a screen reader would name it. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
  })
}
