// Sub-agents in the browser: where they branch off and join back, how one watches, steers and stops them from their rows,
// the page of a run, and their own page. On a desk by keyboard, on a phone by thumb.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { violationsOn } from './axe.ts'
import { call, openTeamSession } from './by-http.ts'
import type { HeldAnswer } from './held-model.ts'
import { answered, field, isFocused } from './in-session.ts'
import { type HouseWithModel, openHouseWithModel } from './open-house.ts'
import { devices, type Visitor } from './visit.ts'

let house: HouseWithModel
/** Held answers that came before somebody asked for them. */
let aside: HeldAnswer[] = []

before(async () => {
  house = await openHouseWithModel()
})
after(() => house?.close())

for (const device of devices) {
  describe(`sub-agents ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let visitor: Visitor
    let parent = ''
    let looms: HeldAnswer
    let knots: HeldAnswer

    before(async () => {
      visitor = await house.visitAs(house.owner, { device })
      parent = await openTeamSession(visitor.context, house.url, 'The workshop')
    })
    after(async () => {
      await visitor?.context.close()
      house.model.release()
      aside = []
    })

    const row = (name: string) =>
      visitor.page.getByRole('article', { name: new RegExp(`sub-agent ${name} began`) })
    const end = (name: string) =>
      visitor.page.getByRole('article', { name: new RegExp(`sub-agent ${name}, `) })
    const open = (path: string) => visitor.page.goto(`${house.url}${path}`)

    test('[UIW1] a sub-agent is a row in place of its call, with its state, its last words and its task', async () => {
      const { page } = visitor
      await open(`/sessions/${parent}`)
      await field(page).fill('hold the two')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await spawn('looms', 'hold the looms still')
      await spawn('knots', 'hold the knots tight')
      const held = await heldBy(['hold the two', 'looms', 'knots'])
      looms = held.get('looms')!
      knots = held.get('knots')!
      await row('looms').getByText('running').waitFor()
      assert.equal(await page.getByText('sessions_spawn').count(), 0)
      looms.write('Counting the warp ends.')
      held.get('hold the two')!.write('Two are on it.')
      held.get('hold the two')!.end()
      await answered(page, 'Two are on it.').waitFor()
      // The turn is over and they still work: the rows stay.
      await row('knots').getByText('running').waitFor()
      await press(page, row('looms').getByRole('button', { name: 'Details: looms' }), device)
      await row('looms').getByText('hold the looms still').waitFor()
      assert.deepEqual(await violationsOn(page), [])
      await press(page, row('looms').getByRole('button', { name: 'Details: looms' }), device)
    })

    test('[UIW1] it is steered from its row, and hears it', async () => {
      const { page } = visitor
      const text = row('looms').getByRole('textbox', { name: 'To looms' })
      await opens(page, row('looms').getByRole('button', { name: 'Steer: looms' }), text, device)
      assert.equal(await isFocused(text), true)
      await text.press('Enter')
      await row('looms').getByText('Say what it should do.').waitFor()
      await text.fill('Only wooden ones.')
      assert.deepEqual(await violationsOn(page), [])
      await text.press('Enter')
      await page.getByText('looms hears it at its next step.').waitFor()
      await text.waitFor({ state: 'detached' })
      // What was pressed is gone; one goes on at the row.
      assert.equal(await isFocused(row('looms').getByRole('link', { name: 'Open: looms' })), true)
    })

    test('[UIW4] its own page says where it belongs, whose task it is, and who hears what is written there', async () => {
      const { page } = visitor
      await row('looms').getByRole('link', { name: 'Open: looms' }).click()
      await page.getByRole('heading', { level: 1, name: 'looms' }).waitFor()
      const path = page.getByRole('navigation', { name: 'Where this sub-agent belongs' })
      await path.getByRole('link', { name: 'The workshop' }).waitFor()
      const task = page.getByRole('article', { name: /^Main, instructed: hold the looms still/ })
      await task.getByText('task', { exact: true }).waitFor()
      await page.getByText('Only wooden ones.').first().waitFor()
      await page.getByText('Main hears this directly; The workshop does not.').waitFor()
      assert.equal(await page.getByText('What you write now starts no new run.').count(), 0)
      assert.deepEqual(await violationsOn(page), [])
      await path.getByRole('link', { name: 'The workshop' }).click()
      await page.getByRole('heading', { level: 1, name: 'The workshop' }).waitFor()
    })

    test('[UIW2] its end joins back with its result, and the agent hears of it', async () => {
      const { page } = visitor
      await row('looms').getByText('running').waitFor()
      // The steering message is heard at the end of this step; what it answers to that is the result.
      looms.write(' There are **twelve**.')
      looms.end()
      await end('looms').getByText('completed successfully').waitFor()
      await end('looms').getByText('Heard: Only wooden ones.').waitFor()
      await page.getByText('heard from 1 sub-agent').waitFor()
      assert.deepEqual(await violationsOn(page), [])
    })

    test('[UIW5] what was opened in a row gives the focus back to it', async () => {
      const { page } = visitor
      const no = row('knots').getByRole('button', { name: 'Let it work' })
      await opens(page, row('knots').getByRole('button', { name: 'Stop: knots' }), no, device)
      assert.equal(await isFocused(no), true)
      await page.keyboard.press('Escape')
      await no.waitFor({ state: 'detached' })
      assert.equal(await isFocused(row('knots').getByRole('link', { name: 'Open: knots' })), true)
    })

    test('[UIW1] a stop asks in place, and then nothing of it works any more', async () => {
      const { page } = visitor
      const yes = row('knots').getByRole('button', { name: 'Stop it' })
      await opens(page, row('knots').getByRole('button', { name: 'Stop: knots' }), yes, device)
      await opens(page, yes, end('knots').getByText('stopped', { exact: true }), device)
      knots.end()
      await end('knots').getByText('Notes: Stopped by Ann Lee.').waitFor()
    })

    test('[UIW3] the page of a run says what came of it, how that was told, where, and why there', async () => {
      const { page } = visitor
      const title = page.getByRole('heading', { level: 1, name: 'Run: looms' })
      await opens(page, end('looms').getByRole('link', { name: 'Details: looms' }), title, device)
      await page.getByText('completed successfully', { exact: true }).waitFor()
      await page.getByText('Heard: Only wooden ones.').waitFor()
      await page.getByText('The agent that asked for it tells it in its own words.').waitFor()
      await page.getByText('As it was told').click()
      await page.getByText(/^Status: success · completed successfully/).waitFor()
      assert.deepEqual(await violationsOn(page), [])
      await page.getByRole('link', { name: 'The workshop' }).first().click()
      await page.waitForURL(/\/sessions\/ses_\w+\?at=evt_/)
      await end('looms').waitFor()
    })

    test('[UIW4] once its task has ended its page says that nothing new begins, and it can be talked to', async () => {
      const { page } = visitor
      const note = page.getByText('It has told its result. What you write now starts no new run.')
      await opens(page, end('looms').getByRole('link', { name: 'Open: looms' }), note, device)
      await field(page).fill('And the metal ones?')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await answered(page, 'Heard: And the metal ones?').waitFor()
      const { items } = await call<{ items: unknown[] }>(visitor.context, house.url, [
        'GET',
        `/sessions/${parent}/subagents`,
      ])
      assert.equal(items.length, 2)
    })

    test('[UIW3] a run that works is current on its page, and one that is not there says so', async () => {
      const { page } = visitor
      const { runId } = await call<{ runId: string }>(
        visitor.context,
        house.url,
        ['POST', `/sessions/${parent}/runs`],
        { task: 'hold the shuttle', label: 'shuttle' },
      )
      const shuttle = (await heldBy(['shuttle'])).get('shuttle')!
      await open(`/runs/${runId}`)
      await page.getByText('running', { exact: true }).waitFor()
      shuttle.write('It flies.')
      shuttle.end()
      await page.getByText('completed successfully', { exact: true }).waitFor()
      await page.getByText('A person asked for it there.').waitFor()
      await open('/runs/run_nobody')
      await page.getByText('There is no such run, or you may not see it.').waitFor()
      assert.deepEqual(await violationsOn(page), [])
    })

    test('[UIW2] loaded anew, the turn is folded and counts its sub-agents; an address opens it where one began', async () => {
      const { page } = visitor
      const { items } = await call<{ items: { label: string; spawnedEventId: string }[] }>(
        visitor.context,
        house.url,
        ['GET', `/sessions/${parent}/subagents`],
      )
      await open(`/sessions/${parent}?at=${items.find(({ label }) => label === 'looms')?.spawnedEventId}`)
      await page
        .locator('summary')
        .filter({ hasText: /^Worked .*2 sub-agents/ })
        .waitFor()
      assert.equal(await row('looms').count(), 0)
      await page.getByRole('link', { name: 'Go to the result: looms' }).waitFor()
      assert.deepEqual(await violationsOn(page), [])
    })

    test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
      assert.deepEqual(visitor.complaints, [])
    })
  })
}

/** On a desk without a mouse, on a phone with a thumb. */
async function press(page: Page, target: Locator, device: string): Promise<void> {
  if (device === 'phone') {
    await rest(page)
    return target.tap()
  }
  await target.focus()
  await page.keyboard.press('Enter')
}

/** A press that the list did not take, because it began to scroll just then, is made again. */
async function opens(page: Page, target: Locator, shown: Locator, device: string): Promise<void> {
  for (let tries = 0; tries < 4; tries += 1) {
    if ((await target.count()) > 0) await press(page, target, device)
    const isThere = await shown.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    )
    if (isThere) return
  }
  await shown.waitFor()
}

/** While the list scrolls it takes no presses; and it scrolls a few frames after what made it grow. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(async (framesWanted) => {
    for (let calm = 0; calm < framesWanted; ) {
      await new Promise((done) => requestAnimationFrame(done))
      const list = document.querySelector('[role="feed"] > *')
      calm = list !== null && getComputedStyle(list).pointerEvents === 'none' ? 0 : calm + 1
    }
  }, 12)
}

async function spawn(label: string, task: string): Promise<void> {
  const answer = (await heldBy(['hold the two'])).get('hold the two')!
  answer.call('sessions_spawn', { label, task })
}

/** The answers that are held to what was asked with each of these words; others are put aside for the next who asks. */
async function heldBy(wanted: readonly string[]): Promise<Map<string, HeldAnswer>> {
  const found = new Map<string, HeldAnswer>()
  while (found.size < wanted.length) {
    const missing = wanted.filter((word) => !found.has(word))
    const wordOf = (answer: HeldAnswer) => missing.find((word) => answer.asked.includes(word))
    const at = aside.findIndex((answer) => wordOf(answer) !== undefined)
    const answer = (at === -1 ? undefined : aside.splice(at, 1)[0]) ?? (await house.model.next())
    const word = wordOf(answer)
    if (word === undefined) aside.push(answer)
    else found.set(word, answer)
  }
  return found
}
