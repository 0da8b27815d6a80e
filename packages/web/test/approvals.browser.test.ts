// A call that needs somebody's word, with the real gateway and its demo model, at a desk and on a phone: it is shown,
// decided and seen to be decided, by whoever may.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { bob, vic } from './accounts.ts'
import { violationsOn } from './axe.ts'
import { openTeamSession } from './by-http.ts'
import { answered, field } from './in-session.ts'
import { type House, openHouse } from './open-house.ts'
import { devices, say, type Visitor } from './visit.ts'

let house: House
let owner: Visitor
let guest: Visitor
let viewer: Visitor

/** What the demo model does when it is asked to show tools begins with it. */
const config = { tools: { policy: { write: 'ask' } } }

before(async () => {
  house = await openHouse(config)
  owner = house.owner
  guest = await house.add(bob, 'member')
  viewer = await house.add(vic, 'viewer')
})
after(() => house?.close())

const card = (page: Page) => page.locator('[data-approval]').last()
const waits = (page: Page) => card(page).getByText('Main asks for approval').waitFor()
const button = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true })

for (const device of devices) {
  describe(`approvals ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let member: Visitor
    const open = async (title: string) => {
      const id = await openTeamSession(owner.context, house.url, `${title}, ${device}`)
      const address = `${house.url}/sessions/${id}`
      await member.page.goto(address)
      await field(member.page).waitFor()
      return address
    }
    const ask = async (page: Page) => {
      await say(page, 'show me tools')
      await waits(page)
    }

    before(async () => {
      member = await house.visitAs(guest, { device })
    })
    after(() => member?.context.close())

    test('[UIA1] [UIA3] [UIA4] a call that is asked about is the one loud card, said once, and allowed by keyboard', async () => {
      const { page } = member
      await open('Greetings')
      await keepAlerts(page)
      await ask(page)
      await card(page).getByText('The policy here asks before write is used.').waitFor()
      await card(page).getByText('write, whatever its arguments').waitFor()
      await card(page)
        .getByText(/^30 minutes left/)
        .waitFor()
      assert.match(
        await card(page).locator('pre').innerText(),
        /^write \{\n {2}"path": "demo\/greetings\.md"/,
      )
      await page.getByText('Waits for approval', { exact: true }).waitFor()
      await page.getByRole('feed').getByText('waits for approval', { exact: true }).first().waitFor()
      await button(page, 'Allow once').waitFor()
      await page
        .getByRole('alert')
        .getByText(/^Main asks for your approval of write/)
        .waitFor({ state: 'attached' })
      assert.deepEqual(await violationsOn(page), [])
      await page.emulateMedia({ colorScheme: 'dark' })
      assert.deepEqual(await violationsOn(page, 'colours'), [])
      await page.emulateMedia({ colorScheme: 'light' })
      await page.getByRole('heading', { level: 1 }).focus()
      await page.keyboard.press('a')
      await page.waitForFunction(() => /asks for approval/.test(document.activeElement?.ariaLabel ?? ''))
      await tabTo(page, 'Allow once')
      await page.keyboard.press('Enter')
      await card(page).getByText('Bob Okafor allowed it once.').waitFor()
      await answered(page, 'is written, changed and read').waitFor()
      // Whoever stood on a button that is gone stays where it was.
      assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'ARTICLE')
      assert.equal((await alerts(page)).length, 1)
    })

    test('[UIA2] two look on, and the second sees at once who decided what', async () => {
      const address = await open('Together')
      await Promise.all([owner.page.goto(address), ask(member.page)])
      await waits(owner.page)
      await button(owner.page, 'Deny').focus()
      await button(member.page, 'Allow for this session').click()
      for (const page of [owner.page, member.page])
        await card(page).getByText('Bob Okafor allowed it for this session.').waitFor()
      assert.equal(await button(owner.page, 'Deny').count(), 0)
      assert.notEqual(await owner.page.evaluate(() => document.activeElement?.tagName), 'BODY')
      await answered(owner.page, 'is written, changed and read').waitFor()
      // Not asked again in this session.
      await say(member.page, 'show me tools')
      await answered(member.page, 'is written, changed and read').nth(1).waitFor()
      assert.equal(await member.page.getByText('Main asks for approval').count(), 0)
    })

    test('[UIA2] a denial carries its note to the agent, which goes on without', async () => {
      const { page } = member
      await open('Denied')
      await ask(page)
      await button(page, 'Deny').click()
      const note = card(page).getByRole('textbox', { name: /^Note for the agent/ })
      await note.waitFor()
      assert.deepEqual(await violationsOn(page), [])
      await note.press('Escape')
      await button(page, 'Deny').click()
      await note.fill('not on a Friday')
      await note.press('Enter')
      await card(page).getByText('Bob Okafor denied it.').waitFor()
      await card(page).getByText('not on a Friday').waitFor()
      await answered(page, 'not on a Friday').waitFor()
      assert.equal(await page.getByText('denied', { exact: true }).count(), 1)
    })

    test('[UIS1] [UIS5] a card that grows under the hand is followed at once, and a press that it moves under counts', async () => {
      const { page } = member
      await open('Growing')
      await ask(page)
      await button(page, 'Deny').waitFor()
      const frames = await framesToEnd(page, () => button(page, 'Deny').click())
      assert.ok(frames <= 8, `at the end only after ${frames} frames`)
      const box = await button(page, 'Deny it').boundingBox()
      assert.ok(box)
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.down()
      await moveALittle(page)
      await page.mouse.up()
      await card(page).getByText('Bob Okafor denied it.').waitFor()
    })

    test('[UIA2] a viewer sees the card, without buttons, and nothing needs them', async () => {
      const address = await open('Watched')
      await ask(member.page)
      await viewer.page.goto(address)
      await waits(viewer.page)
      await card(viewer.page).getByText('You may not decide this.').waitFor()
      assert.equal(await card(viewer.page).getByRole('button').count(), 0)
      assert.equal(await viewer.page.getByText('Needs you').count(), 0)
      assert.deepEqual(await violationsOn(viewer.page), [])
      // Nothing is lost by loading the page again.
      await member.page.reload()
      await waits(member.page)
      await button(member.page, 'Allow once').click()
      await card(viewer.page).getByText('Bob Okafor allowed it once.').waitFor()
    })

    test('[UIA2] when its time is over the buttons rest', async () => {
      const { page } = member
      const address = await open('Late')
      await ask(page)
      const late = await house.visitAs(guest, { device })
      // The server's clock is this one's as it was at the first word; from then on the page counts by its own.
      await late.page.clock.install()
      await late.page.goto(address)
      await waits(late.page)
      await button(late.page, 'Allow once').waitFor()
      await late.page.clock.fastForward('31:00')
      await card(late.page).getByText('Its time is over.').waitFor()
      assert.equal(await button(late.page, 'Allow once').getAttribute('aria-disabled'), 'true')
      await late.context.close()
      await page.getByRole('button', { name: 'Stop' }).click()
      await card(page).getByText('The turn ended before anybody decided').waitFor()
    })

    test('[UIA4] [UIA5] what waits stands under Needs you and on a page of its own, and is decided there', async () => {
      const { page } = member
      const address = await open('Listed')
      await ask(page)
      if (device === 'phone') await page.getByRole('link', { name: 'All sessions' }).click()
      else await page.getByRole('heading', { name: 'Needs you' }).waitFor()
      await page.getByRole('link', { name: /Listed, .*waits for approval/ }).waitFor()
      await page
        .getByRole('link', { name: /^Approvals/ })
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor()
      await page.getByRole('link', { name: /^Approvals ?, 1 waiting for you$/ }).waitFor()
      await waits(page)
      assert.deepEqual(await violationsOn(page), [])
      await button(page, 'Allow once').click()
      await card(page).getByText('Bob Okafor allowed it once.').waitFor()
      await page.getByRole('link', { name: 'Approvals', exact: true }).waitFor()
      await page.getByRole('link', { name: `Go to it in Listed, ${device}` }).click()
      await page.waitForURL((url) => url.href.startsWith(`${address}?at=evt_`))
      await page.locator('[data-linked]').first().waitFor()
    })

    test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
      for (const { complaints } of [owner, member, viewer]) assert.deepEqual(complaints, [])
    })
  })
}

/** Keeps what is said aloud from now on. */
async function keepAlerts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const alerts: string[] = []
    Object.assign(window, { alerts })
    new MutationObserver(() => {
      for (const one of document.querySelectorAll('[role="alert"]'))
        if (one.textContent && alerts.at(-1) !== one.textContent) alerts.push(one.textContent)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

function alerts(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { alerts: string[] }).alerts)
}

/** For how many frames after the press the end was not in sight. */
async function framesToEnd(page: Page, press: () => Promise<void>): Promise<number> {
  const counted = page.evaluate(
    () =>
      new Promise<number>((done) => {
        const scroller = document.querySelector('[role="feed"]')?.parentElement?.parentElement
        const count = (frame: number, last: number): void => {
          const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller ?? {}
          const now = scrollHeight - scrollTop - clientHeight > 1 ? frame : last
          if (frame === 40) done(now)
          else requestAnimationFrame(() => count(frame + 1, now))
        }
        addEventListener('click', () => requestAnimationFrame(() => count(1, 0)), {
          capture: true,
          once: true,
        })
      }),
  )
  await press()
  return counted
}

/** The timeline, by less than a button is high, and until that is drawn. */
async function moveALittle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    document.querySelector('[role="feed"]')?.parentElement?.parentElement?.scrollBy(0, -9)
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 10; i += 1) {
    if ((await page.evaluate(() => document.activeElement?.textContent?.trim())) === name) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab does not lead to ${name}`)
}
