// Whom a message of the timeline mentions is set apart, for everybody who reads it, by what the server would take as one.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { bob, vic } from './accounts.ts'
import { violationsInBothLooks, violationsOn } from './axe.ts'
import { call, openSession, openTeamSession } from './by-http.ts'
import { agrees, keepStatus, note, openHearing, reply } from './in-inbox.ts'
import { answered, field, idle, isFocused, said } from './in-session.ts'
import { type HouseWithModel, openHouseWithModel } from './open-house.ts'
import { say, type Visitor } from './visit.ts'

let house: HouseWithModel
let owner: Visitor
let member: Visitor

before(async () => {
  house = await openHouseWithModel()
  ;({ owner } = house)
  member = await house.add(bob, 'member')
  await house.add(vic, 'member')
})
after(() => house?.close())

/** The words that are set apart, with a star behind the reader's own. */
const setApart = (page: Page) =>
  page
    .locator('article [class*="mention"]')
    .evaluateAll((all) => all.map((one) => `${one.textContent}${one.hasAttribute('data-self') ? '*' : ''}`))

async function waitFor(page: Page, words: readonly string[]): Promise<void> {
  const seen = async () => (await setApart(page)).join(' ')
  for (let i = 0; i < 100 && (await seen()) !== words.join(' '); i += 1) await page.waitForTimeout(100)
  assert.deepEqual(await setApart(page), words)
}

test('[MEN1] [UID5] what people say on the timeline sets apart whom it mentions, and nobody in code, quotes and links', async () => {
  const id = await openTeamSession(owner.context, house.url, 'Knots')
  const text =
    'ask @bob or @ann, not `@bob`, [@bob](https://example.org), \\@bob or @nobody; @main hears it\n\n> @ann'
  await note(owner.context, house.url, id, text)
  for (const { page } of [owner, member]) {
    await page.goto(`${house.url}/sessions/${id}`)
    await said(page, 'ask @bob or').waitFor()
  }
  await waitFor(owner.page, ['@bob', '@ann*', '@main'])
  await waitFor(member.page, ['@bob*', '@ann', '@main'])
  // What comes later is set apart as it comes.
  await note(
    owner.context,
    house.url,
    id,
    '**@bob**, and signs of somebody else: \uFFFC@nobody\uE002, &#xFFFC;&#xE001;any words&#xE002;',
  )
  await waitFor(member.page, ['@bob*', '@ann', '@main', '@bob*'])
  assert.deepEqual(await violationsOn(member.page), [])
  await member.page.emulateMedia({ colorScheme: 'dark' })
  assert.deepEqual(await violationsOn(member.page, 'colours'), [])
  await member.page.emulateMedia({ colorScheme: 'light' })
})

test('[MEN1] [MEN2] what an agent says sets apart members alone, and in a private session nobody who may not see it', async () => {
  const id = await openSession(owner.context, house.url, 'Quiet knots')
  const { page } = owner
  await page.goto(`${house.url}/sessions/${id}`)
  await field(page).waitFor()
  await say(page, 'hold @vic is not here, @ann is')
  const held = await house.model.next()
  held.write('I would ask @ann, not @main or @bob.')
  held.end()
  await answered(page, 'I would ask').waitFor()
  await waitFor(page, ['@ann*', '@ann*'])
  await idle(page)
  // Whoever leaves before it is read is told that it is done, which would be said aloud in what follows.
  await call(owner.context, house.url, ['PUT', `/sessions/${id}/read`], { seq: 1_000_000 })
})

test('[UIX4] [UID8] of the session in sight it is said once that one is mentioned: by a message, by an edit, by an agent', async () => {
  const id = await openTeamSession(owner.context, house.url, 'Buoys')
  const { page, context } = owner
  await call(context, house.url, ['POST', '/notifications/read-all'], {})
  await openHearing(page, `${house.url}/sessions/${id}`)
  await field(page).waitFor()
  await agrees(page, 0)
  await keepStatus(page)
  const heard = (sentence: string, times = 1) =>
    page.waitForFunction(
      ([wanted, count]) => (window as unknown as Said).said.join(' ').split(wanted).length === count + 1,
      [sentence, times] as const,
    )
  const asked = await note(member.context, house.url, id, '@ann left or right of the red one?')
  await heard('Bob Okafor mentioned you in Buoys.')
  // Nobody but Bob takes part in it so far.
  const { replyId } = await reply(member.context, house.url, asked, 'Left, I think.')
  await heard('Bob Okafor replied in Buoys.')
  await call(member.context, house.url, ['PATCH', `/replies/${replyId}`], { body: 'Left, @ann.' })
  await heard('Bob Okafor mentioned you in Buoys.', 2)
  await call(member.context, house.url, ['POST', `/sessions/${id}/messages`], {
    body: 'hold on, whom do I ask?',
    clientMessageId: 'whom',
  })
  const held = await house.model.next()
  held.write('That is for @ann to say.')
  held.end()
  await heard('Main mentioned you in Buoys.')
  await heard('Bob Okafor mentioned you in Buoys.', 2)
  await heard('Bob Okafor replied in Buoys.')
  await heard('Bob Okafor wrote something.')
})

test('[UID6] whoever would be told can be taken out before it is sent: the name stays, and they are not told', async () => {
  const id = await openTeamSession(owner.context, house.url, 'Oars')
  const { page } = owner
  await page.goto(`${house.url}/sessions/${id}`)
  await field(page).fill('/note @bob, @vic, `@bob` and again @bob')
  await page.getByText('will notify: Bob Okafor').waitFor()
  assert.deepEqual(await violationsInBothLooks(page), [])
  await page.getByRole('button', { name: 'Do not mention Bob Okafor' }).press('Enter')
  assert.equal(await field(page).inputValue(), '/note \\@bob, @vic, `@bob` and again \\@bob')
  assert.equal(await isFocused(field(page)), true)
  await page.getByRole('button', { name: 'Do not mention Bob Okafor' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /Do not mention/ }).waitFor()
  await field(page).press('Enter')
  await said(page, '@bob, @vic, @bob and again @bob').waitFor()
  await waitFor(page, ['@vic'])
  const { items } = await call<{ items: { sessionId: string }[] }>(member.context, house.url, [
    'GET',
    '/notifications',
  ])
  assert.deepEqual(
    items.filter(({ sessionId }) => sessionId === id),
    [],
  )
})

interface Said {
  said: string[]
}
