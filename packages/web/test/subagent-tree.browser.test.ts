// The tree of sub-agents beside a session: watched while they work, with one opened, steered, stopped and tried again
// from it, alone by keyboard, with a hundred of them, and in the list of sessions.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { violationsOn } from './axe.ts'
import { call, openSession } from './by-http.ts'
import type { HeldAnswer } from './held-model.ts'
import { holdLine } from './hold-line.ts'
import { field, isFocused } from './in-session.ts'
import { type HouseWithModel, openHouseWithModel } from './open-house.ts'
import { type Device, devices, type Visitor } from './visit.ts'

/** For what a hundred of them have to do first. */
const patiently = { timeout: 60_000 }
const subagents = { maxChildrenPerAgent: 20, maxConcurrent: 30, maxSpawnDepth: 3 }

interface Spawned {
  runId: string
  childSessionId: string
}

let house: HouseWithModel

before(async () => {
  house = await openHouseWithModel({ agents: { defaults: { subagents } } })
})
after(() => house?.close())
afterEach(() => house.model.release())

function spawn(sessionId: string, label: string, task = `hold ${label}`): Promise<Spawned> {
  return call(house.owner.context, house.url, ['POST', `/sessions/${sessionId}/runs`], { task, label })
}

/** What each of these is asked, by what it was asked. */
async function heldBy(...labels: string[]): Promise<Record<string, HeldAnswer>> {
  const held: Record<string, HeldAnswer> = {}
  for (const _ of labels) {
    const answer = await house.model.next()
    const label = labels.find((one) => answer.asked.includes(one))
    assert.ok(label, `nobody asked for that: ${answer.asked}`)
    held[label] = answer
  }
  return held
}

const heldOf = async (label: string): Promise<HeldAnswer> => {
  const { [label]: answer } = await heldBy(label)
  assert.ok(answer)
  return answer
}

const agentsButton = (page: Page) => page.getByRole('button', { name: /^(?:\d+ agents? at work|Agents)/ })
const panelOn = (page: Page, device: Device) =>
  page.getByRole(device === 'desk' ? 'complementary' : 'dialog', { name: 'Sub-agents of this session' })
/** The row alone, without those below it. */
const rowIn = (panel: Locator, name: string) =>
  panel.locator('[class*="row"]').filter({ has: panel.page().getByRole('link', { name, exact: true }) })

for (const device of devices) {
  describe(`the tree of sub-agents ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let visitor: Visitor
    let page: Page
    let panel: Locator

    before(async () => {
      visitor = await house.visitAs(house.owner, { device })
      page = visitor.page
      panel = panelOn(page, device)
    })
    after(async () => {
      assert.deepEqual(visitor.complaints, [])
      await visitor.context.close()
    })

    async function openTree(title: string): Promise<string> {
      const id = await openSession(visitor.context, house.url, title)
      await page.goto(`${house.url}/sessions/${id}`)
      await field(page).waitFor()
      return id
    }

    test('[UIW6] [LIV13] the tree lives with its sub-agents, from the first on, and one is opened from it', async () => {
      const id = await openTree('The workshop')
      assert.equal(await agentsButton(page).count(), 0, 'there was never one')
      const looms = await spawn(id, 'looms')
      await page.getByRole('button', { name: '1 agent at work' }).click()
      const answer = await heldOf('looms')
      await rowIn(panel, 'looms').getByText('running').waitFor()
      const knots = await spawn(looms.childSessionId, 'knots')
      await panel.getByRole('list', { name: 'Below looms' }).getByText('knots').waitFor()
      assert.deepEqual(await violationsOn(page), [])
      await panel.getByRole('button', { name: 'Sub-agents of looms' }).click()
      await rowIn(panel, 'looms').getByText('1 at work below').waitFor()
      await panel.getByRole('button', { name: 'Sub-agents of looms' }).click()
      await panel.getByRole('link', { name: 'knots', exact: true }).click()
      await page.waitForURL(`${house.url}/sessions/${knots.childSessionId}`)
      assert.equal(await panel.isVisible(), device === 'desk', 'a sheet makes room, a panel stays')
      if (device === 'phone') await agentsButton(page).click()
      await panel.locator('[aria-current="page"]').getByText('knots').waitFor()
      await panel.getByRole('link', { name: 'The workshop' }).click()
      await page.waitForURL(`${house.url}/sessions/${id}`)
      if (device === 'phone') await agentsButton(page).click()
      const below = await heldOf('knots')
      below.write('Tied.')
      below.end()
      answer.write('Woven.')
      answer.end()
      await panel.getByText('2 ended').first().waitFor()
      const [fold] = [panel.getByRole('button', { name: '2 ended' })]
      assert.equal(await fold.getAttribute('aria-expanded'), 'true', 'nothing else is there to show')
      await rowIn(panel, 'looms').getByText('Woven.').waitFor()
      await panel.getByRole('button', { name: 'At work' }).click()
      await panel.getByText('Nothing is at work here.').waitFor()
      if (device === 'phone') await page.goBack()
      else await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      assert.equal(new URL(page.url()).pathname, `/sessions/${id}`)
    })

    test('[UIW7] one is steered and stopped from the tree, with what is below it', async () => {
      const id = await openTree('Steered')
      const looms = await spawn(id, 'looms')
      const answer = await heldOf('looms')
      await spawn(looms.childSessionId, 'knots')
      await heldOf('knots')
      await agentsButton(page).click()
      await panel.getByRole('button', { name: 'Steer: looms' }).click()
      await panel.getByRole('textbox', { name: 'To looms' }).fill('hold to the left')
      await panel.getByRole('button', { name: 'Send' }).click()
      await panel.getByRole('textbox').waitFor({ state: 'detached' })
      answer.write('I turn.')
      answer.end()
      assert.match((await heldOf('left')).asked, /hold to the left/)
      await rowIn(panel, 'looms').getByText('I turn.').waitFor()
      await panel.getByRole('button', { name: 'Stop: looms' }).click()
      await panel.getByText('Stop looms and the sub-agent below it?').waitFor()
      await panel.getByRole('button', { name: 'Let it work' }).click()
      assert.equal(await panel.getByText('running').count(), 2)
      await panel.getByRole('button', { name: 'Stop: looms' }).click()
      await panel.getByRole('button', { name: 'Stop 2 agents' }).last().click()
      await panel.getByText('2 ended').first().waitFor()
      await rowIn(panel, 'looms').getByText('stopped').waitFor()
    })

    test('[UIW7] one whose turn failed is tried again from the tree', async () => {
      const id = await openTree('Failed')
      house.model.refuseOnce()
      await spawn(id, 'looms')
      await agentsButton(page).click()
      await rowIn(panel, 'looms').getByText('failed').waitFor()
      await panel.getByRole('button', { name: 'Retry the last turn of looms' }).click()
      const answer = await heldOf('looms')
      await rowIn(panel, 'looms').getByText('works again').waitFor()
      await page.getByRole('button', { name: '1 agent at work' }).or(panel).first().waitFor()
      answer.write('Now it works.')
      answer.end()
      await rowIn(panel, 'looms').getByText('Now it works.').waitFor()
    })

    test('[UIW6] [UIW7] a hundred are counted, folded and stopped at once, and the session goes on', async () => {
      const id = await openTree('Crowded')
      for (let i = 0; i < 80; i += 10) await quick(id, i)
      await Promise.all(Array.from({ length: 20 }, (_, i) => spawn(id, `held ${i}`)))
      await page.getByRole('button', { name: '20 agents at work' }).click(patiently)
      await panel.getByText('20 at work · 80 ended').waitFor()
      assert.equal(await panel.getByRole('link', { name: /^held \d+$/ }).count(), 20)
      await panel.getByRole('button', { name: '80 ended' }).click()
      assert.equal(await panel.getByRole('link', { name: /^quick \d+$/ }).count(), 50, 'a part at a time')
      await panel.getByRole('button', { name: 'Show 30 more' }).click()
      assert.equal(await panel.getByRole('link', { name: /^quick \d+$/ }).count(), 80)
      assert.deepEqual(await violationsOn(page), [])
      await panel.getByRole('button', { name: 'Stop 20 agents' }).click()
      await panel.getByText('Stop all 20 agents that work here?').waitFor()
      await panel.getByRole('button', { name: 'Stop 20 agents' }).last().click()
      await panel.getByText('0 at work · 100 ended').waitFor(patiently)
    })

    /** Ten that end at once. */
    async function quick(id: string, from: number): Promise<void> {
      const runs = await Promise.all(
        Array.from({ length: 10 }, (_, i) => spawn(id, `quick ${from + i}`, 'be quick')),
      )
      for (const { runId } of runs) await ended(runId)
    }
  })
}

async function ended(runId: string): Promise<void> {
  for (;;) {
    const { endedAt } = await call<{ endedAt: string | null }>(house.owner.context, house.url, [
      'GET',
      `/runs/${runId}`,
    ])
    if (endedAt !== null) return
  }
}

describe('the tree of sub-agents, elsewhere', () => {
  let visitor: Visitor
  let page: Page

  before(async () => {
    visitor = await house.visitAs(house.owner)
    page = visitor.page
  })
  after(() => visitor?.context.close())

  test('[UIW6] [A11Y2] by keyboard alone: opened, walked, folded, left to where one was', async () => {
    const id = await openSession(visitor.context, house.url, 'By keys')
    const { childSessionId } = await spawn(id, 'looms')
    await spawn(childSessionId, 'knots')
    await page.goto(`${house.url}/sessions/${id}`)
    await agentsButton(page).waitFor()
    const panel = panelOn(page, 'desk')
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('t')
    const heading = panel.getByRole('heading', { name: 'Agents' })
    await heading.waitFor()
    assert.equal(await isFocused(heading), true)
    await page.keyboard.press('F6')
    assert.equal(await isFocused(field(page)), true)
    await page.keyboard.press('Shift+F6')
    assert.equal(await isFocused(heading), true)
    const fold = panel.getByRole('button', { name: 'Sub-agents of looms' })
    for (let i = 0; i < 10 && !(await isFocused(fold)); i++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.equal(await fold.getAttribute('aria-expanded'), 'false')
    await page.keyboard.press('Enter')
    for (let i = 0; i < 4; i++) await page.keyboard.press('Tab')
    const stop = panel.getByRole('button', { name: 'Stop: looms' })
    for (let i = 0; i < 5 && !(await isFocused(stop)); i++) await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Let it work' }).waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await panel.isVisible(), true, 'only the question is gone')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    assert.equal(await isFocused(page.getByRole('heading', { level: 1 })), true)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('agents of this')
    await page.getByRole('option', { name: 'Show the agents of this session' }).waitFor()
    await page.keyboard.press('Enter')
    await heading.waitFor()
  })

  test('[UIW8] in the list, those at work stand below their session, and go when they have ended', async () => {
    const id = await openSession(visitor.context, house.url, 'Listed')
    await page.goto(`${house.url}/sessions`)
    const list = page.locator('[data-region="list"]')
    const rowOf = (name: string) => list.locator('[data-row]').filter({ hasText: name })
    await rowOf('Listed').waitFor()
    const labels = Array.from({ length: 7 }, (_, i) => `hand ${i}`)
    for (const label of labels) await spawn(id, label)
    await rowOf('Listed').getByText('agents at work').waitFor()
    await list.getByText('and 2 more').waitFor()
    assert.equal(await rowOf(', sub-agent of Listed').count(), 5)
    assert.deepEqual(await violationsOn(page), [])
    await rowOf('hand 3').click()
    await page.waitForURL(/\/sessions\/ses_/)
    const held = await heldBy(...labels)
    for (const answer of Object.values(held)) {
      answer.write('Done.')
      answer.end()
    }
    await rowOf(', sub-agent of Listed').first().waitFor({ state: 'detached' })
    assert.equal(await list.getByText('and 2 more').count(), 0)
  })

  test('[UIW6] [UIS1] what is read stays where it is when the tree comes and goes', async () => {
    const id = await openSession(visitor.context, house.url, 'Long')
    const body = 'Long enough to be broken into other lines when there is less room for it. '.repeat(8)
    for (let i = 0; i < 30; i++) {
      const note = { body: `Note ${i}: ${body}`, mode: 'note', clientMessageId: `long-${i}` }
      await call(visitor.context, house.url, ['POST', `/sessions/${id}/messages`], note)
    }
    await page.goto(`${house.url}/sessions/${id}`)
    await page.getByRole('article').last().waitFor()
    const read = page.getByRole('article').filter({ hasText: 'Note 15: Long enough' })
    await page.getByRole('article').last().focus()
    const places = new Set<string>()
    for (let i = 0; i < 40 && ((await read.count()) === 0 || !(await isFocused(read))); i++) {
      await page.keyboard.press('PageUp')
      // The next one is drawn first where it is far away.
      await page
        .waitForFunction(
          (been) => {
            const place = document.activeElement?.getAttribute('data-place') ?? ''
            return place !== '' && !been.includes(place)
          },
          [...places],
        )
        .catch(async (error: Error) => {
          const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
          throw new Error(`PageUp led nowhere from ${[...places].at(-1)}; focused is ${focused}`, {
            cause: error,
          })
        })
      places.add(await page.evaluate(() => document.activeElement?.getAttribute('data-place') ?? ''))
    }
    assert.equal(await isFocused(read), true)
    await page.getByRole('heading', { level: 1 }).focus()
    const panel = panelOn(page, 'desk')
    const before = await restingTop(read)
    await page.keyboard.press('t')
    await panel.waitFor()
    assert.ok(Math.abs((await restingTop(read)) - before) <= 1)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    assert.ok(Math.abs((await restingTop(read)) - before) <= 1)
  })

  test('[UIW6] what happens while the line is broken is there when it is back', async () => {
    const id = await openSession(visitor.context, house.url, 'Broken line')
    const { runId } = await spawn(id, 'looms')
    const line = await holdLine(page)
    await page.goto(`${house.url}/sessions/${id}`)
    await agentsButton(page).click()
    const panel = panelOn(page, 'desk')
    await panel.getByText('1 at work').first().waitFor()
    await line.cut()
    const answer = await heldOf('looms')
    answer.write('Done meanwhile.')
    answer.end()
    await ended(runId)
    await panel.getByText('1 at work').first().waitFor()
    line.mend()
    await panel.getByText('Done meanwhile.').waitFor()
    await panel.getByText('1 ended').first().waitFor()
  })
})

/** Where it is once it has not moved for some frames. */
function restingTop(target: Locator): Promise<number> {
  return target.evaluate(async (element) => {
    const framesAtRest = 45
    let top = Number.NaN
    for (let still = 0; still < framesAtRest; still++) {
      await new Promise(requestAnimationFrame)
      const now = element.getBoundingClientRect().top
      if (now !== top) still = 0
      top = now
    }
    return top
  })
}
