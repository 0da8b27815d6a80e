// Talking to a sub-agent from the page of its chat: the composer turns to it, the middle shows it, and nothing that was
// written for one is heard by another.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { violationsOn } from './axe.ts'
import { call, openTeamSession } from './by-http.ts'
import { answered, field, isFocused, said } from './in-session.ts'
import { type HouseWithModel, openHouseWithModel } from './open-house.ts'
import { devices, say, type Visitor } from './visit.ts'

let house: HouseWithModel

before(async () => {
  house = await openHouseWithModel()
})
after(() => house?.close())

for (const device of devices) {
  describe(`focus ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let visitor: Visitor
    let chat = ''
    let child = ''

    before(async () => {
      visitor = await house.visitAs(house.owner, { device })
      chat = await openTeamSession(visitor.context, house.url, 'The workshop')
      child = await spawn('worker-2', 'session')
      await visitor.page.goto(`${house.url}/sessions/${chat}`)
    })
    after(() => visitor?.context.close())

    const spawn = async (label: string, mode: 'session' | 'run') => {
      const { childSessionId } = await call<{ childSessionId: string }>(
        visitor.context,
        house.url,
        ['POST', `/sessions/${chat}/runs`],
        { task: `Count the ${label}.`, label, mode },
      )
      return childSessionId
    }
    const command = (text: string) =>
      call(visitor.context, house.url, ['POST', `/sessions/${chat}/commands`], { text })
    const talking = (page: Page) => line(page).getByRole('button', { name: 'Unfocus: worker-2' })
    const line = (page: Page) => page.locator('form[data-region="composer"]')

    test('[UIH1] [CNV7] “Talk here” turns the composer to the child, and the middle shows it', async () => {
      const { page } = visitor
      const end = page.getByRole('article', { name: /sub-agent worker-2, completed/ })
      await end.getByText('Heard: Count the worker-2.').waitFor()
      await end.getByRole('button', { name: 'Talk here: worker-2' }).click()
      await page.getByText('This is worker-2. What you write goes there.').waitFor()
      await line(page).getByText('Talking to worker-2').waitFor()
      await answered(page, 'Heard: Count the worker-2.').waitFor()
      assert.deepEqual(await violationsOn(page), [])
    })

    test('[UIH1] what is said goes to the child and is answered there, and the chat does not hear it', async () => {
      const { page } = visitor
      await say(page, 'How many are broken?')
      await answered(page, 'Heard: How many are broken?').waitFor()
      await page.getByRole('button', { name: 'Back to the chat' }).click()
      await page.getByText('You talk to worker-2, not to this chat.').waitFor()
      await page.getByRole('article', { name: /sub-agent worker-2, completed/ }).waitFor()
      assert.equal(await said(page, 'How many are broken?').count(), 0)
      // Which of the two is read does not change who hears it.
      await talking(page).waitFor()
      assert.deepEqual(await violationsOn(page), [])
      await page.getByRole('button', { name: 'Show worker-2' }).click()
      await said(page, 'How many are broken?').waitFor()
    })

    test('[UIH1] it stays so after a reload, for nobody else, and a command is heard by the child', async () => {
      const { page } = visitor
      await page.reload()
      await talking(page).waitFor()
      await said(page, 'How many are broken?').waitFor()
      await say(page, '/status')
      await page
        .getByRole('region', { name: 'Answer to your command' })
        .getByText(/Key: agent:main:subagent:/)
        .waitFor()
      const bob = await house.add(
        { name: 'Bob Okafor', handle: `bob-${device}`, password: 'a long enough one' },
        'member',
        { device },
      )
      await bob.page.goto(`${house.url}/sessions/${chat}`)
      await bob.page.getByText('to Main').waitFor()
      assert.equal(await talking(bob.page).count(), 0)
      await bob.context.close()
    })

    test('[UIH2] leaving it keeps what is written, which is then for the chat', async () => {
      const { page } = visitor
      await field(page).fill('For whom is this?')
      await talking(page).click()
      await line(page).getByText('to Main').waitFor()
      assert.equal(await field(page).inputValue(), 'For whom is this?')
      await page.getByText('This is worker-2.').waitFor({ state: 'detached' })
      // Whoever leaves it knows.
      assert.equal(await line(page).getByRole('alert').count(), 0)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await said(page, 'For whom is this?').waitFor()
      await answered(page, 'Heard: For whom is this?').waitFor()
    })

    test('[UIH2] what was left elsewhere while one writes is said, and nothing goes to another unseen', async () => {
      const { page } = visitor
      await say(page, '/focus worker-2')
      await talking(page).waitFor()
      await field(page).fill('And the shuttle?')
      await command('/unfocus')
      await line(page).getByText('You no longer talk to worker-2: someone left it.').waitFor()
      assert.equal(await field(page).inputValue(), 'And the shuttle?')
      assert.deepEqual(await violationsOn(page), [])
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByText('Not sent yet: this goes to Main.').waitFor()
      assert.equal(await said(page, 'And the shuttle?').count(), 0)
      // The way back stays where it is.
      await line(page).getByRole('button', { name: 'Talk to worker-2 again' }).waitFor()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await said(page, 'And the shuttle?').waitFor()
      await line(page).getByText('You no longer talk to').waitFor({ state: 'detached' })
    })

    test('[UIH2] [BND5] from the line that says so one talks to it again, and what is written goes there', async () => {
      const { page } = visitor
      await say(page, '/focus worker-2')
      await talking(page).waitFor()
      await command('/unfocus')
      await line(page).getByText('You no longer talk to worker-2').waitFor()
      await field(page).fill('Are you there?')
      await line(page).getByRole('button', { name: 'Talk to worker-2 again' }).click()
      await talking(page).waitFor()
      assert.equal(await field(page).inputValue(), 'Are you there?')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await answered(page, 'Heard: Are you there?').waitFor()
      await command('/unfocus')
      await line(page).getByText('to Main', { exact: true }).waitFor()
      await line(page).getByRole('button', { name: 'Dismiss' }).first().click()
    })

    test('[UIH1] [CMD2] a name is completed while it is typed, by keys alone, and the list is sound', async () => {
      const { page } = visitor
      await field(page).pressSequentially('/focus work')
      const option = page.getByRole('option', { name: /worker-2/ }).first()
      await option.waitFor()
      assert.equal(await option.getAttribute('aria-selected'), 'true')
      assert.deepEqual(await violationsOn(page), [])
      await field(page).press('Tab')
      assert.equal(await field(page).inputValue(), '/focus worker-2')
      await option.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await talking(page).waitFor()
      await talking(page).click()
      await line(page).getByText('to Main', { exact: true }).waitFor()
    })

    test('[UIH1] [CMD2] of several of one name each can be talked to', async () => {
      const { page } = visitor
      await spawn('twin', 'session')
      await spawn('twin', 'session')
      await say(page, '/focus twin')
      const which = page.getByRole('region', { name: 'Which one is meant' })
      await which.getByText('Several sub-agents are called "twin".').waitFor()
      const ways = which.getByRole('button', { name: /^Talk here: twin, / })
      await ways.nth(1).waitFor()
      assert.deepEqual(await violationsOn(page), [])
      await ways.first().click()
      await line(page).getByText('Talking to twin').waitFor()
      assert.equal(await which.count(), 0)
      assert.equal(await field(page).inputValue(), '')
      const { focus } = await call<{ focus: { sessionId: string } }>(visitor.context, house.url, [
        'GET',
        `/sessions/${chat}`,
      ])
      assert.notEqual(focus.sessionId, child)
      await command('/unfocus')
      await line(page).getByText('to Main', { exact: true }).waitFor()
    })

    test('[UIH3] rows say who talks to whom from where, and lead there', async () => {
      const { page } = visitor
      await page.goto(`${house.url}/sessions/${child}`)
      const made = page
        .getByRole('article', { name: /, place, / })
        .filter({ hasText: 'Ann Lee talks to worker-2' })
      await made.first().getByRole('link', { name: 'a chat' }).click()
      await page.getByRole('heading', { level: 1, name: 'The workshop' }).waitFor()
    })

    test('[UIH4] [REV1] to talk to one that is done goes on in a new session, and both lead to each other', async () => {
      const { page } = visitor
      await spawn('scout', 'run')
      await page.goto(`${house.url}/sessions/${chat}`)
      const end = page.getByRole('article', { name: /sub-agent scout, completed/ })
      await end.getByText('Heard: Count the scout.').waitFor()
      await end.getByRole('button', { name: 'Talk here: scout' }).click()
      await line(page).getByText('goes on in a new session that knows what was said').waitFor()
      await say(page, 'Go on with the reeds.')
      await said(page, 'Go on with the reeds.').waitFor()
      await page.getByText('Heard: Go on with the reeds.').last().waitFor()
      await line(page).getByText('Talking to scout').waitFor()
      // What goes on leads back, also where one talks to it.
      await page.getByText('Continues').getByRole('link', { name: 'scout' }).waitFor()
      const { focus } = await call<{ focus: { sessionId: string } }>(visitor.context, house.url, [
        'GET',
        `/sessions/${chat}`,
      ])
      await page.goto(`${house.url}/sessions/${focus.sessionId}`)
      await page.getByText('Continues').getByRole('link', { name: 'scout' }).click()
      await page.getByRole('link', { name: 'Open the new one' }).click()
      await page.waitForURL(`**/sessions/${focus.sessionId}`)
      assert.deepEqual(await violationsOn(page), [])
    })

    test('[UIH3] [SUB15] the chat tells who goes on with it, where, and when that has ended', async () => {
      const { page } = visitor
      await command('/unfocus')
      await page.goto(`${house.url}/sessions/${chat}`)
      const wentOn = page
        .getByRole('article')
        .filter({ hasText: 'Ann Lee goes on with scout in a new session.' })
      await wentOn.getByRole('link', { name: 'Open' }).waitFor()
      await page.getByText('Ann Lee talks to scout from here').waitFor()
      await page.getByText('The talk with scout from here has ended: someone left it.').waitFor()
    })

    test('[UIH1] from the tree one turns to a sub-agent, too, and back', async () => {
      const { page } = visitor
      await page.goto(`${house.url}/sessions/${chat}`)
      await line(page).getByText('to Main').waitFor()
      await page
        .getByRole('button', { name: /^Agents|at work/ })
        .first()
        .click()
      const tree = page.getByLabel('Sub-agents of this session')
      await tree.getByRole('button', { name: 'Talk here: worker-2' }).click()
      await talking(page).waitFor()
      await line(page).getByText('Talking to worker-2').waitFor()
      if (device === 'desk') assert.equal(await isFocused(field(page)), true)
      assert.deepEqual(await violationsOn(page), [])
      await line(page).getByRole('button', { name: 'Unfocus: worker-2' }).click()
      await line(page).getByText('to Main').waitFor()
    })

    test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
      assert.deepEqual(visitor.complaints, [])
    })
  })
}

describe('a focus whose time is over', () => {
  test('[UIH2] [BND6] it is said while one writes, and what is written stays', async () => {
    const { page, context } = house.owner
    const chat = await openTeamSession(context, house.url, 'The quiet workshop')
    await call(context, house.url, ['POST', `/sessions/${chat}/runs`], {
      task: 'Count.',
      label: 'sleeper',
      mode: 'session',
    })
    await page.goto(`${house.url}/sessions/${chat}`)
    await page.getByRole('article', { name: /sub-agent sleeper, completed/ }).waitFor()
    await say(page, '/focus sleeper')
    await page.getByText('This is sleeper.').waitFor()
    await say(page, '/session ttl 10s')
    await field(page).fill('Are you awake?')
    await page
      .getByText('You no longer talk to sleeper: nobody wrote here for a while.')
      .waitFor({ timeout: 40_000 })
    assert.equal(await field(page).inputValue(), 'Are you awake?')
  })
})

describe('a focused sub-agent at work', () => {
  for (const device of devices) {
    test(`[UIH1] [CMD10] ${device === 'desk' ? 'at a desk' : 'on a phone'} its head says so and stops it, and the head of the page says nothing else`, async () => {
      const { page, context } = await house.visitAs(house.owner, { device })
      const chat = await openTeamSession(context, house.url, 'The busy workshop')
      await call(context, house.url, ['POST', `/sessions/${chat}/runs`], {
        task: 'Count.',
        label: 'busy',
        mode: 'session',
      })
      await page.goto(`${house.url}/sessions/${chat}`)
      await page.getByRole('article', { name: /sub-agent busy, completed/ }).waitFor()
      await say(page, '/focus busy')
      const head = page.getByRole('region', { name: 'Whom you talk to' })
      await head.getByText('Idle').waitFor()
      await say(page, 'hold this for long')
      await head.getByText('Working').waitFor()
      assert.equal(await page.getByText('Idle', { exact: true }).count(), 0)
      assert.deepEqual(await violationsOn(page), [])
      await head.getByRole('button', { name: 'Stop' }).click()
      await head.getByText('Stopped').waitFor()
      house.model.release()
      await context.close()
    })
  }
})
