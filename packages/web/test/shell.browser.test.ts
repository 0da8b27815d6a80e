// The house in a real browser against a real gateway: the list by need, the palette, the keys, and the app without a
// network.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { violationsOn } from './axe.ts'
import { openSession } from './by-http.ts'
import { focused } from './focused.ts'
import { type HouseWithModel, openHouseWithModel } from './open-house.ts'
import { say, type Visitor } from './visit.ts'

describe('the house', () => {
  let house: HouseWithModel
  let desk: Visitor

  before(async () => {
    house = await openHouseWithModel()
    desk = house.owner
    for (const title of ['First boat', 'Second boat', 'Third tide'])
      await openSession(desk.context, house.url, title)
  })
  after(() => house?.close())

  test('[UIL6] the list stands beside the session at a desk and stays as it is from session to session', async () => {
    const { page } = desk
    await page.goto(`${house.url}/sessions`)
    await row(page, 'Second boat').click()
    await page.getByRole('heading', { level: 1, name: 'Second boat' }).waitFor()
    await page.evaluate(() =>
      document.querySelector('[data-region="list"]')?.setAttribute('data-mark', 'same'),
    )
    await row(page, 'First boat').click()
    await page.getByRole('heading', { level: 1, name: 'First boat' }).waitFor()
    assert.equal(await page.locator('[data-region="list"][data-mark="same"]').count(), 1)
    assert.equal(await row(page, 'First boat').getAttribute('aria-current'), 'page')
    assert.deepEqual(await violationsOn(page), [])
  })

  test('[UIL5] a search finds by title, and clearing it brings the groups back', async () => {
    const { page } = desk
    await page.getByRole('searchbox', { name: 'Find by title' }).fill('boat')
    await page.getByRole('heading', { name: 'Found' }).waitFor()
    await row(page, 'Third tide').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Clear search' }).click()
    await row(page, 'Third tide').waitFor()
  })

  test('[UIL4] a session that begins to work moves to the running ones by itself', async () => {
    const { page } = desk
    await page.goto(`${house.url}/sessions`)
    await row(page, 'First boat').click()
    await page.getByRole('heading', { level: 1, name: 'First boat' }).waitFor()
    await page.mouse.move(1_000, 300)
    await say(page, 'hold the first boat')
    const answer = await house.model.next()
    await page.getByRole('heading', { name: 'Running' }).waitFor()
    answer.end()
    await page.getByRole('heading', { name: 'Running' }).waitFor({ state: 'detached' })
  })

  test('[UIK1] keys go to the list and through it; in a field they are letters', async () => {
    const { page } = desk
    await page.goto(`${house.url}/sessions`)
    await row(page, 'First boat').waitFor()
    await page.keyboard.press('j')
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-row'))
    const first = await focused(page)
    await page.keyboard.press('j')
    assert.notEqual(await focused(page), first)
    await page.keyboard.press('k')
    assert.equal(await focused(page), first)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/sessions\/ses_/)
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
    await page.keyboard.press('F6')
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-row'))
    await page.keyboard.press('/')
    await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
    await page.keyboard.type('gsjc?')
    assert.equal(await page.getByRole('searchbox', { name: 'Find by title' }).inputValue(), 'gsjc?')
  })

  test('[UIK2] single keys that were turned off do nothing', async () => {
    const { page } = desk
    await page.goto(`${house.url}/settings/keyboard`)
    await page.getByText('Off', { exact: true }).click()
    await page.getByRole('heading', { name: 'Keyboard', level: 1 }).click()
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.match(page.url(), /\/settings\/keyboard$/)
    await page.getByText('On', { exact: true }).click()
    await page.getByRole('heading', { name: 'Keyboard', level: 1 }).click()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('[UIP1] the palette opens by keys, finds a session on the server, goes there, and Escape gives the focus back', async () => {
    const { page } = desk
    await page.goto(`${house.url}/members`)
    const invite = page.getByRole('button', { name: 'Invite people' })
    await invite.focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.activeElement?.textContent?.trim() === 'Invite people')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('third t')
    await page.getByRole('option', { name: /Third tide/ }).waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Third tide' }).waitFor()
  })

  test('[UIL6] between a desk and a phone the list comes over the session; Escape closes it and gives the focus back', async () => {
    const { page } = desk
    await page.setViewportSize({ width: 820, height: 800 })
    const button = page.getByRole('button', { name: /^Sessions/ })
    await button.click()
    await row(page, 'First boat').waitFor()
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-row'))
    await page.keyboard.press('Escape')
    await row(page, 'First boat').waitFor({ state: 'hidden' })
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-expanded') === 'false')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('[UIL7] on a phone the list is a page, a session fills the window, and going back leads to its row', async () => {
    const { page } = desk
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${house.url}/sessions`)
    await page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor()
    await row(page, 'Second boat').click()
    await page.getByRole('heading', { level: 1, name: 'Second boat' }).waitFor()
    assert.equal(await row(page, 'First boat').isVisible(), false)
    await page.goBack()
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Second boat'))
    assert.deepEqual(await violationsOn(page), [])
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('[UIO1] without a network the app opens and says so, instead of the browser’s own page', async () => {
    const { page, context } = await house.visitAs(desk, { withServiceWorker: true })
    await page.goto(`${house.url}/sessions`)
    await row(page, 'First boat').waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    // Once more, so that all of it has gone through the worker's hands.
    await page.reload()
    await row(page, 'First boat').waitFor()
    assert.equal(await page.evaluate(() => navigator.serviceWorker.controller !== null), true)
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor()
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const caches_ = await Promise.all(names.map((name) => caches.open(name)))
      const requests = await Promise.all(caches_.map((cache) => cache.keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    assert.deepEqual(
      kept.filter((path) => path.startsWith('/api')),
      [],
    )
    await context.setOffline(false)
    await row(page, 'First boat').waitFor()
    await context.close()
  })

  test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
    assert.deepEqual(desk.complaints, [])
  })
})

function row(page: Page, title: string) {
  return page.locator('[data-region="list"]').getByRole('link', { name: new RegExp(title) })
}
