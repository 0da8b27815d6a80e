// Every state that people meet, looked at with axe: light and dark, at a desk, on a phone, and at twice the size. And
// nothing is wider than the window.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { violationsOn } from './axe.ts'
import { call, openTeamSession } from './by-http.ts'
import type { HeldModel } from './held-model.ts'
import { answered, field, idle, queue, said, writing } from './in-session.ts'
import { type HouseWithModel, openHouseWithModel } from './open-house.ts'
import { say, type Visitor } from './visit.ts'

const looks = [
  { name: 'at a desk', device: 'desk' },
  { name: 'on a phone', device: 'phone' },
  { name: 'at twice the size', device: 'desk', size: { width: 640, height: 450 } },
] as const
const narrowestPx = 360

let house: HouseWithModel
let model: HeldModel
let owner: Visitor

before(async () => {
  house = await openHouseWithModel()
  ;({ model, owner } = house)
  await openTeamSession(owner.context, house.url, 'Another one')
})
after(() => house?.close())

for (const look of looks) {
  describe(`sound ${look.name}`, () => {
    let visitor: Visitor
    let address = ''

    before(async () => {
      const id = await openTeamSession(owner.context, house.url, `Sound ${look.name}`)
      address = `${house.url}/sessions/${id}`
      await call(owner.context, house.url, ['POST', `/sessions/${id}/messages`], {
        body: 'What is a **heddle**?',
        clientMessageId: 'first',
      })
      visitor = await house.visitAs(owner, { device: look.device })
      if ('size' in look) await visitor.page.setViewportSize(look.size)
    })
    afterEach(() => model.release())
    after(() => visitor?.context.close())

    test('[A11Y1] idle, with the work of a turn folded', async () => {
      const { page } = visitor
      await page.goto(address)
      await answered(page, 'Heard: What is a').waitFor()
      await idle(page)
      await soundIn(page)
    })

    test('[A11Y1] the bar of a row', async () => {
      const { page } = visitor
      await said(page, 'heddle').click()
      await page.getByRole('button', { name: /^Edit and resend/ }).waitFor()
      await soundIn(page)
    })

    test('[A11Y1] streaming, with messages that wait', async () => {
      const { page } = visitor
      await page.goto(address)
      await say(page, 'hold on')
      const answer = await model.next()
      answer.write('## Looms\n\n- warp\n- weft\n\n`code` and **more**')
      await writing(page)
      await say(page, 'and then this')
      await queue(page).getByText('1 message waits').waitFor()
      await soundIn(page)
      if (look.device === 'phone') await fitsWhereNarrowest(page)
      answer.end()
      await idle(page)
    })

    test('[A11Y1] a failure that can be tried again', async () => {
      const { page } = visitor
      model.refuseOnce()
      await say(page, 'this fails')
      const failure = page.getByRole('article', { name: /turn failed/ })
      await failure.getByText('Main could not finish').waitFor()
      await soundIn(page)
    })

    test('[A11Y1] a dialog, on a phone a sheet; and the menu of a session', async () => {
      const { page } = visitor
      await page.getByRole('button', { name: 'More about this session' }).click()
      await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
      await soundIn(page)
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await page.getByRole('dialog', { name: 'Rename this session' }).waitFor()
      await soundIn(page)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    })

    test('[A11Y1] the list of commands', async () => {
      const { page } = visitor
      await field(page).fill('/')
      await page.getByRole('listbox', { name: 'Commands' }).waitFor()
      await soundIn(page)
      await field(page).fill('')
    })

    test('[A11Y1] the palette and the sheet of shortcuts', async () => {
      const { page } = visitor
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: 'New session' }).waitFor()
      await soundIn(page)
      await page.getByRole('combobox').fill('keyboard shortcuts')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      await soundIn(page)
      await page.keyboard.press('Escape')
    })

    test('[A11Y1] the banner of a lost server', async () => {
      const { page } = visitor
      await page.goto(address)
      await idle(page)
      await page.route('**/api/v1/**', (route) => route.abort())
      try {
        // Within the page, as a link would.
        await page.evaluate(() => history.pushState(null, '', '/members'))
        // The session's own alert may stand there first, while the page of the members is on its way.
        await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
        const banner = page.getByRole('alert').getByText('The server cannot be reached.', { exact: true })
        await banner.first().waitFor()
        await soundIn(page)
      } finally {
        await page.unroute('**/api/v1/**')
      }
    })

    const pages = [
      ['/sessions', 'Sessions'],
      ['/settings', 'You'],
      ['/settings/models', 'Models'],
      ['/settings/models/new', /provider/i],
      ['/usage', 'Usage'],
      ['/agents', 'Agents'],
      ['/members', 'Members'],
    ] as const
    for (const [path, heading] of pages) {
      test(`[A11Y1] the page ${path}`, async () => {
        const { page } = visitor
        await page.goto(house.url + path)
        await page.getByRole('heading', { name: heading }).first().waitFor()
        await page.waitForLoadState('networkidle')
        await soundIn(page)
      })
    }

    test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
      assert.deepEqual(visitor.complaints, [])
    })
  })
}

/** In light, and in dark whatever has to do with colours. */
async function soundIn(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  assert.deepEqual(await violationsOn(page), [], 'light')
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  assert.deepEqual(await violationsOn(page, 'colours'), [], 'dark')
  await fits(page)
}

/** What is too wide makes the inner width of a phone's window grow with it; the size that was asked for does not. */
async function fits(page: Page): Promise<void> {
  const room = page.viewportSize()?.width ?? 0
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(width <= room, `${width} px in a window of ${room} px`)
}

/** On a small phone. */
async function fitsWhereNarrowest(page: Page): Promise<void> {
  const size = page.viewportSize()
  assert.ok(size)
  await page.setViewportSize({ ...size, width: narrowestPx })
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await fits(page)
  await page.setViewportSize(size)
}
