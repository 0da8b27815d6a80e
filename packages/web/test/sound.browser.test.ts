// Every state that people meet, looked at with axe: light and dark, at a desk, on a phone, and at twice the size. And
// nothing is wider than the window.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { violationsOn } from './axe.ts'
import { call, connectModel, joinBy, openTeamSession } from './by-http.ts'
import { type HeldModel, openHeldModel } from './held-model.ts'
import { answered, field, idle, queue, said, writing } from './in-session.ts'
import { openBrowser } from './open-browser.ts'
import { type Gateway, startGateway } from './start-gateway.ts'
import { type Account, say, visit, type Visitor } from './visit.ts'

const ann: Account = { name: 'Ann Lee', handle: 'ann', password: 'a quiet warp line' }
const looks = [
  { name: 'at a desk', device: 'desk' },
  { name: 'on a phone', device: 'phone' },
  { name: 'at twice the size', device: 'desk', size: { width: 640, height: 450 } },
] as const
const themes = ['light', 'dark'] as const

let browser: Browser
let model: HeldModel
let gateway: Gateway & { remove(): Promise<void> }
let owner: Visitor

before(async () => {
  gateway = await startGateway()
  browser = await openBrowser()
  model = await openHeldModel()
  owner = await visit(browser)
  await joinBy(owner.context, gateway.ownerLink ?? '', ann)
  await connectModel(owner.context, gateway.url, model)
  await openTeamSession(owner.context, gateway.url, 'Another one')
})
after(async () => {
  await browser?.close()
  model?.close()
  await gateway?.stop()
  await gateway?.remove()
})

for (const look of looks) {
  describe(`sound ${look.name}`, () => {
    let visitor: Visitor
    let address = ''

    before(async () => {
      const id = await openTeamSession(owner.context, gateway.url, `Sound ${look.name}`)
      address = `${gateway.url}/sessions/${id}`
      await call(owner.context, gateway.url, ['POST', `/sessions/${id}/messages`], {
        body: 'What is a **heddle**?',
        clientMessageId: 'first',
      })
      visitor = await visit(browser, { device: look.device })
      await visitor.context.addCookies(await owner.context.cookies())
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
      answer.end()
      await idle(page)
    })

    test('[A11Y1] a failure that can be tried again', async () => {
      const { page } = visitor
      model.refuseOnce()
      await say(page, 'this fails')
      await page.getByText('Main could not finish').waitFor()
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
      // Within the page, as a link would.
      await page.evaluate(() => history.pushState(null, '', '/members'))
      await page
        .getByRole('alert')
        .getByText('The server cannot be reached.', { exact: true })
        .first()
        .waitFor()
      await soundIn(page)
      await page.unroute('**/api/v1/**')
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
        await page.goto(gateway.url + path)
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

/** In light and dark. */
async function soundIn(page: Page): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    assert.deepEqual(await violationsOn(page), [], colorScheme)
  }
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  assert.ok((width ?? 0) <= (room ?? 0), `${width} px in a window of ${room} px`)
}
