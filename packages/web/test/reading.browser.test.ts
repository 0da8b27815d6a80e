// Reading and writing in a session by keyboard alone and on a phone, while text is being written: the reader stays where
// they read, and a screen reader is not spoken over.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { violationsOn } from './axe.ts'
import { openBrowser } from './open-browser.ts'
import { type Gateway, startGateway } from './start-gateway.ts'
import { focused } from './focused.ts'
import { type Account, join, say, visit, type Visitor } from './visit.ts'

const ann: Account = { name: 'Ann Lee', handle: 'ann', password: 'a quiet warp line' }

describe('reading along', () => {
  let browser: Browser
  let gateway: Gateway & { remove(): Promise<void> }
  let desk: Visitor
  let address = ''

  before(async () => {
    gateway = await startGateway()
    browser = await openBrowser()
    desk = await visit(browser)
    await join(desk.page, gateway.ownerLink ?? '', ann)
  })
  after(async () => {
    await browser?.close()
    await gateway?.stop()
    await gateway?.remove()
  })

  test('[A11Y2] by keyboard alone: begin, ask, read from article to article, and come back to write', async () => {
    const { page } = desk
    await page.goto(gateway.url)
    await page.getByRole('main').getByRole('button', { name: 'New session' }).waitFor()
    // One is led on to the list, whose heading has the focus.
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'New session')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/sessions\/ses_/)
    await waitForFocus(page, 'Message')
    await page.keyboard.type('repeat one')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('two')
    await page.keyboard.press('Enter')
    await page.getByText(/^Worked /).waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Message', exact: true }).inputValue(), '')
    await page.keyboard.press('Shift+F6')
    await page.waitForFunction(() => document.activeElement?.tagName === 'ARTICLE')
    const last = await page.getByRole('article').count()
    assert.equal(await focusedPlace(page), last)
    for (let i = 1; i < last; i += 1) await page.keyboard.press('PageUp')
    assert.equal(await focusedPlace(page), 1)
    await page.keyboard.press('PageDown')
    assert.equal(await focusedPlace(page), 2)
    await page.keyboard.press('Control+Home')
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1')
    await page.getByRole('article').first().focus()
    await page.keyboard.press('Control+End')
    await waitForFocus(page, 'Message')
    address = page.url()
  })

  test('[SES4] Ctrl+Enter steers what runs, and the queue is worked by keyboard', async () => {
    const { page } = desk
    await say(page, 'slow')
    await page.getByText('writing', { exact: true }).waitFor()
    await say(page, 'repeat steered', 'Control+Enter')
    await page.getByRole('region', { name: 'Waiting messages' }).getByText('steers').waitFor()
    const cancel = page.getByRole('button', { name: 'Cancel: repeat steered' })
    await cancel.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Waiting messages' }).waitFor({ state: 'detached' })
    const stop = page.getByRole('button', { name: 'Stop', exact: true })
    await stop.focus()
    await page.keyboard.press('Enter')
    await page.getByText('stopped here').waitFor()
  })

  test('[UIS1] whoever reads further up stays there while text grows, and the status region keeps calm', async () => {
    const { page } = desk
    await say(page, 'long')
    await page.getByText('Idle', { exact: true }).waitFor()
    await page.evaluate(() => {
      const region = document.querySelector('[role="status"]')
      const counter = { changes: 0 }
      Object.assign(window, { counter })
      if (region)
        new MutationObserver(() => (counter.changes += 1)).observe(region, { childList: true, subtree: true })
    })
    await say(page, 'count to 15')
    await page.getByText('writing', { exact: true }).waitFor()
    await page.getByRole('feed').evaluate((feed) => feed.parentElement?.parentElement?.scrollBy(0, -400))
    const newest = page.getByRole('button', { name: 'Jump to newest' })
    await newest.waitFor()
    const before = await topOfFirstSeen(page)
    await page.getByText('Idle', { exact: true }).waitFor({ timeout: 30_000 })
    assert.deepEqual(await topOfFirstSeen(page), before)
    await newest.click()
    await newest.waitFor({ state: 'detached' })
    const changes = await page.evaluate(
      () => (window as unknown as { counter: { changes: number } }).counter.changes,
    )
    assert.ok(changes <= 3, `the status region changed ${changes} times`)
  })

  test('[A11Y1] on a phone a session is read, written and stopped, and fits; a draft survives a reload', async () => {
    const phone = await visit(browser, { width: 360 })
    await phone.context.addCookies(await desk.context.cookies())
    const { page } = phone
    await page.goto(address)
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('slow')
    await page.reload()
    assert.equal(await page.getByRole('textbox', { name: 'Message', exact: true }).inputValue(), 'slow')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('writing', { exact: true }).waitFor()
    assert.deepEqual(await violationsOn(page), [])
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('Stopped', { exact: true }).waitFor()
    assert.deepEqual(phone.complaints, [])
    await phone.context.close()
  })

  test('[A11Y1] at twice the size everything is still there, and nothing scrolls sideways', async () => {
    const large = await visit(browser, { width: 640 })
    await large.page.setViewportSize({ width: 640, height: 400 })
    await large.context.addCookies(await desk.context.cookies())
    await large.page.goto(address)
    await large.page.getByRole('article').first().waitFor()
    await large.page.getByRole('textbox', { name: 'Message', exact: true }).click()
    assert.equal(await large.page.evaluate(() => document.documentElement.scrollWidth), 640)
    assert.deepEqual(await violationsOn(large.page), [])
    await large.context.close()
  })

  test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
    assert.deepEqual(desk.complaints, [])
  })
})

async function waitForFocus(page: Page, name: string): Promise<void> {
  await page.waitForFunction((wanted) => document.activeElement?.getAttribute('aria-label') === wanted, name)
}

/** Which article of the feed has the focus, counted from one. */
function focusedPlace(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.activeElement?.getAttribute('aria-posinset')))
}

/** The first article that is seen, and where. */
function topOfFirstSeen(page: Page): Promise<[string | null, number] | undefined> {
  return page.evaluate(() => {
    const top =
      document.querySelector('[role="feed"]')?.parentElement?.parentElement?.getBoundingClientRect().top ?? 0
    for (const article of document.querySelectorAll('article')) {
      const box = article.getBoundingClientRect()
      if (box.bottom > top) return [article.getAttribute('data-place'), Math.round(box.top)]
    }
    return undefined
  })
}
