// The page of a session, as a test looks at it.

import type { Locator, Page } from 'playwright-core'

const patienceMs = 40_000

export function field(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message', exact: true })
}

export async function idle(page: Page): Promise<void> {
  await page
    .getByText(/^(Idle|Stopped|Failed)$/)
    .first()
    .waitFor({ timeout: patienceMs })
}

export async function writing(page: Page): Promise<void> {
  await page.getByText('writing', { exact: true }).waitFor()
}

/** What a person said; `text` is a part of it. */
export function said(page: Page, text: string): Locator {
  return page.getByRole('article', { name: /, said/ }).filter({ hasText: text })
}

export function answered(page: Page, text: string): Locator {
  return page.getByRole('article', { name: /, answered/ }).filter({ hasText: text })
}

export function queue(page: Page): Locator {
  return page.getByRole('region', { name: 'Waiting messages' })
}

/** The words of the waiting messages, in their order. */
export function queued(page: Page): Promise<string[]> {
  return queue(page)
    .getByRole('listitem')
    .locator('[dir="auto"]')
    .evaluateAll((all) => all.map((one) => one.textContent ?? ''))
}

/** Who said what, in order, as far as it is drawn. What a turn did is left out: whoever watched it sees its steps. */
export function spoken(page: Page): Promise<string[]> {
  return page.getByRole('article', { name: /, (?:said|answered)/ }).evaluateAll((all) =>
    all.map((article) => {
      const who = article.getAttribute('aria-label')?.split(',')[0]
      return `${who}: ${article.querySelector('[class*="text"]')?.textContent ?? ''}`
    }),
  )
}

export function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement)
}
