// The search in a real browser against a real gateway: what was said, what a tool put out and what was replied is found,
// and each result leads to where it stands; from the palette, from a session's menu, by keyboard and on a phone.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { bob, vic } from './accounts.ts'
import { violationsOn } from './axe.ts'
import { openSession, openTeamSession } from './by-http.ts'
import { note, reply, type Said } from './in-inbox.ts'
import { answered, field, idle } from './in-session.ts'
import { type House, openHouse } from './open-house.ts'
import { devices, say, type Visitor } from './visit.ts'

let house: House
let ann: Visitor
let guest: Visitor
let harbour: string
let asked: Said

before(async () => {
  house = await openHouse()
  ann = house.owner
  guest = await house.add(bob, 'member')
  harbour = await openTeamSession(ann.context, house.url, 'Harbour')
  asked = await note(ann.context, house.url, harbour, 'Where does the pilchard lie at low water?')
  await reply(guest.context, house.url, asked, 'By the barnacle wall, as always.')
  for (let i = 0; i < 25; i += 1) await note(guest.context, house.url, harbour, `tern number ${i}`)
  const { page } = ann
  await page.goto(`${house.url}/sessions/${harbour}`)
  await field(page).waitFor()
  await say(page, 'show me tools')
  await answered(page, '').first().waitFor()
  await idle(page)
})
after(() => house?.close())

const hits = (page: Page): Locator => page.getByRole('group', { name: 'Results' }).getByRole('link')
const hit = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Results' }).getByRole('link', { name })
const main = (page: Page) => page.getByRole('main')
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search' })

for (const device of devices) {
  describe(`the search ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let me: Visitor

    before(async () => {
      me = await house.visitAs(ann, { device })
    })
    after(() => me?.context.close())

    const look = async (text: string) => {
      await me.page.goto(`${house.url}/sessions`)
      await me.page.getByRole('link', { name: 'Search', exact: true }).click()
      await box(me.page).fill(text)
    }

    test('[UIX6] a message is found by its words, marked, and leads there', async () => {
      const { page } = me
      await look('low pilchard')
      await hit(page, /Ann Lee in Harbour .*pilchard/).waitFor()
      assert.equal(await hits(page).count(), 1)
      assert.deepEqual(await hits(page).locator('mark').allInnerTexts(), ['pilchard', 'low'])
      assert.match(page.url(), /\/search\?q=low\+pilchard$/)
      assert.deepEqual(await violationsOn(page), [])
      await page.emulateMedia({ colorScheme: 'dark' })
      assert.deepEqual(await violationsOn(page, 'colours'), [])
      await page.emulateMedia({ colorScheme: 'light' })
      await hits(page).click()
      await page.locator('article[data-linked]', { hasText: 'Where does the pilchard lie' }).waitFor()
      await page.goBack()
      await hit(page, /pilchard/).waitFor()
      assert.equal(await box(page).inputValue(), 'low pilchard')
    })

    test('[UIX6] what a tool was asked or answered is found, and leads to it', async () => {
      const { page } = me
      await look('greetings.md')
      await hit(page, /Tool/).first().waitFor()
      await page.getByRole('button', { name: 'Tools', exact: true }).click()
      await page.waitForURL(/kind=tool/)
      await hit(page, /in Harbour .*Tool.*greetings/)
        .first()
        .waitFor()
      for (const name of await hits(page).allInnerTexts()) assert.match(name, /Tool/)
      await hits(page).first().click()
      await page.locator('article[data-linked]').waitFor()
    })

    test('[UIX6] [SRC9] a reply is found, and leads to its discussion', async () => {
      const { page } = me
      await look('barnacle')
      await hit(page, /Bob Okafor in Harbour .*Reply.*barnacle/).click()
      await page.waitForURL(
        (url) =>
          url.pathname === `/sessions/${harbour}` &&
          url.searchParams.get('at') === asked.eventId &&
          url.searchParams.has('thread') &&
          url.searchParams.has('reply'),
      )
      await page.locator('article[data-linked]', { hasText: 'Where does the pilchard lie' }).waitFor()
    })

    test('[UIX6] a long list goes on page by page, and nothing found says so with a way out', async () => {
      const { page } = me
      await look('"tern number"')
      await main(page).getByText('20 results shown, there are more').waitFor()
      await page.getByRole('button', { name: 'Load more' }).click()
      await main(page).getByText('25 results', { exact: true }).waitFor()
      assert.equal(await hits(page).count(), 25)
      await box(page).fill('xyzzy')
      await page.getByText('Nothing has “xyzzy”.').waitFor()
      await page.getByRole('button', { name: 'Discussions', exact: true }).click()
      await page.getByText('Nothing of this kind has “xyzzy”.').waitFor()
      await page.getByRole('button', { name: 'Search in everything' }).click()
      await page.getByText('Nothing has “xyzzy”.').waitFor()
      assert.deepEqual(await violationsOn(page), [])
    })

    test('[UIX6] a session’s menu leads to a search in it, and from there to everywhere', async () => {
      const { page } = me
      const other = await openTeamSession(me.context, house.url, `Elsewhere, ${device}`)
      await note(me.context, house.url, other, `one more tern, ${device}`)
      await page.goto(`${house.url}/sessions/${other}`)
      await page.getByRole('button', { name: 'More about this session' }).click()
      await page.getByRole('menuitem', { name: 'Search in this session' }).click()
      await page.getByText(`Only in Elsewhere, ${device}`).waitFor()
      await box(page).fill('tern')
      await main(page).getByText('1 result', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Search everywhere' }).click()
      await main(page).getByText('20 results shown, there are more').waitFor()
    })

    test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
      assert.deepEqual(me.complaints, [])
    })
  })
}

test('[UIX6] [UIP1] the palette leads to the search with what was typed, all by keyboard', async () => {
  const { page } = ann
  await page.goto(`${house.url}/members`)
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('barnacle wall')
  await page.getByRole('option', { name: 'Search for “barnacle wall”' }).waitFor()
  await page.getByText('Nothing fits “barnacle wall”.').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?q=barnacle\+wall$/)
  await hit(page, /barnacle wall/).waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
  await page.keyboard.press('ArrowDown')
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-row'))
  await page.keyboard.press('ArrowUp')
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.has('reply'))
})

test('[UIX6] [SRC5] nobody finds what they may not see', async () => {
  const secret = await openSession(ann.context, house.url, 'Between us')
  await note(ann.context, house.url, secret, 'the quincunx is mine alone')
  const viewer = await house.add(vic, 'viewer')
  for (const { page, wanted } of [
    { page: ann.page, wanted: '1 result' },
    { page: guest.page, wanted: 'Nothing has “quincunx”.' },
    { page: viewer.page, wanted: 'Nothing has “quincunx”.' },
  ]) {
    await page.goto(`${house.url}/search?q=quincunx`)
    await main(page).getByText(wanted, { exact: true }).waitFor()
  }
})
