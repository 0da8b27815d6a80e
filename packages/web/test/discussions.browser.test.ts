// Two people discuss a moment of a session, by keyboard alone, and hear of each other; then what else can become of a
// discussion: changed, settled, without its moment, without a line, without the right to write.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { bob, vic } from './accounts.ts'
import { violationsInBothLooks, violationsOn } from './axe.ts'
import { call, openSession, openTeamSession } from './by-http.ts'
import { focused } from './focused.ts'
import {
  chips,
  listen,
  note,
  openThread,
  panel,
  postReply,
  replies,
  replyField,
  sheet,
  talked,
} from './in-discussion.ts'
import { agrees, keepStatus, row, statuses } from './in-inbox.ts'
import { answered, field, isFocused, said } from './in-session.ts'
import { type HouseWithModel, openHouse, openHouseWithModel } from './open-house.ts'
import type { Visitor } from './visit.ts'

let house: HouseWithModel
let owner: Visitor
let member: Visitor

before(async () => {
  house = await openHouseWithModel()
  ;({ owner } = house)
  member = await house.add(bob, 'member')
})
after(() => house?.close())
afterEach(() => {
  assert.deepEqual(owner.complaints, [])
  assert.deepEqual(member.complaints, [])
})

const addressOf = (id: string) => `${house.url}/sessions/${id}`

/** A session of the team with so many notes of its owner. */
async function talk(title: string, count: number): Promise<{ id: string; events: string[] }> {
  const id = await openTeamSession(owner.context, house.url, title)
  const events: string[] = []
  for (let i = 1; i <= count; i += 1) events.push(await note(owner, house.url, id, `note ${i} of ${title}`))
  return { id, events }
}

async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i += 1) await page.keyboard.press(key)
}

/** The row on which the focus is. */
const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('article')?.getAttribute('aria-label') ?? '')

test('[UID1] [UID3] [UID8] "Keyboard-only users can open thread, compose mention, send reply, and close panel": from the 50th row; the other hears once that they are mentioned, inbox, badge and title agree, and so they do after a reload', async () => {
  const { id, events } = await talk('Sails', 60)
  await Promise.all([owner.page.goto(addressOf(id)), member.page.goto(addressOf(id))])
  await Promise.all([said(owner.page, 'note 60 of').waitFor(), said(member.page, 'note 60 of').waitFor()])
  await agrees(owner.page, 0)
  await keepStatus(owner.page)
  const { page } = member

  await press(page, 'F6')
  if (!(await focusedRow(page)).includes('note 60')) await press(page, 'F6')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-posinset') === '60')
  for (let at = 59; at >= 50; at -= 1) {
    await press(page, 'PageUp')
    await page.waitForFunction((n) => document.activeElement?.getAttribute('aria-posinset') === n, String(at))
  }
  assert.match(await focusedRow(page), /note 50 of Sails/)
  const before = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0)
  await press(page, 'd')
  await panel(page).waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'H2')
  assert.equal(await focused(page), 'Discussion')
  await panel(page).getByText('Nobody has said anything about this yet.').waitFor()
  await panel(page)
    .getByRole('region', { name: 'What this is about' })
    .getByText('note 50 of Sails')
    .waitFor()
  const discussed = said(page, 'note 50 of Sails')
  const moved = Math.abs((await discussed.evaluate((e) => e.getBoundingClientRect().top)) - before)
  assert.ok(moved <= 4, `what is read moved by ${moved} px`)

  await press(page, 'r')
  const reply = replyField(panel(page))
  assert.equal(await isFocused(reply), true)
  await page.keyboard.type('Is that so, @an')
  const option = page.getByRole('option', { name: 'Ann Lee, @ann, person' })
  await option.waitFor()
  assert.equal(await reply.getAttribute('aria-activedescendant'), await option.getAttribute('id'))
  assert.equal(await reply.getAttribute('aria-expanded'), null)
  assert.deepEqual(await violationsInBothLooks(page), [])
  await press(page, 'Escape')
  await option.waitFor({ state: 'detached' })
  assert.equal(await panel(page).isVisible(), true, 'Escape closes only the list')
  await page.keyboard.type('n')
  await press(page, 'Backspace', '@ann'.length)
  await page.keyboard.type('@an')
  await option.waitFor()
  await press(page, 'Enter')
  assert.equal(await reply.inputValue(), 'Is that so, @ann ')
  await panel(page).getByText('will notify: Ann Lee').waitFor()
  await page.keyboard.type('dear?')
  await press(page, 'Enter')
  await replies(panel(page)).getByText('Is that so').waitFor()
  assert.equal(await replies(panel(page)).locator('[class*="mention"]').innerText(), '@ann')
  assert.equal(await panel(page).getByRole('list', { name: 'On its way' }).count(), 0)
  await press(page, 'Escape')
  await panel(page).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.tagName === 'ARTICLE')
  assert.match(await focusedRow(page), /note 50 of Sails/)

  const says = (sentence: string) =>
    owner.page.getByRole('status').getByText(sentence).waitFor({ state: 'attached' })
  await says('Bob Okafor mentioned you in Sails.')
  const other = said(owner.page, 'note 50 of Sails')
  await other
    .getByRole('button', { name: '1 reply, 1 unread, open the discussion' })
    .first()
    .waitFor({ state: 'attached' })
  await agrees(owner.page, 1)
  // Said after whatever else there may have been to say.
  await note(member, house.url, id, 'that is all')
  await says('Bob Okafor wrote something.')
  assert.deepEqual(await statuses(owner.page), [
    'Bob Okafor mentioned you in Sails.',
    'Bob Okafor wrote something.',
  ])

  // The other's inbox says the same, and goes on to after a reload.
  await owner.page.goto(`${house.url}/inbox`)
  for (const _ of ['as it came', 'after a reload']) {
    await row(owner.page, /^Unread\. Bob Okafor mentioned you in Sails .*Is that so, @ann dear/).waitFor()
    await agrees(owner.page, 1)
    assert.deepEqual(await violationsInBothLooks(owner.page), [])
    await owner.page.reload()
  }
  await owner.page.goto(addressOf(id))
  await said(owner.page, 'that is all').waitFor()
  await agrees(owner.page, 1)
  for (const reader of [owner.page, page]) {
    await reader.reload()
    await said(reader, 'that is all').waitFor()
  }
  await owner.page.goto(`${addressOf(id)}?at=${events[49]}`)
  const chip = chips(owner.page).first()
  await chip.waitFor()
  assert.equal(await chip.getAttribute('aria-label'), '1 reply, 1 unread, open the discussion')
  await owner.page.waitForFunction(() => document.activeElement?.tagName === 'ARTICLE')
  await press(owner.page, 'd')
  await replies(panel(owner.page)).getByText('dear?').waitFor()
  assert.deepEqual(await talked(panel(owner.page)), ['Bob Okafor: Is that so, @ann dear?'])
  assert.deepEqual(await violationsInBothLooks(owner.page), [])
  // What was seen for a moment is read, and stays so.
  await owner.page
    .getByRole('button', { name: '1 reply, open the discussion' })
    .first()
    .waitFor({ state: 'attached' })
  await agrees(owner.page, 0)
  await owner.page.reload()
  const caughtUp = await listen(owner.page)
  await owner.page
    .getByRole('button', { name: '1 reply, open the discussion' })
    .first()
    .waitFor({ state: 'attached' })
  await agrees(owner.page, 0)
  assert.deepEqual(
    (await caughtUp()).filter((text) => /replied|mentioned/.test(text)),
    [],
    'nothing is said of what was caught up with',
  )
})

describe('a discussion that both have open', () => {
  let id = ''
  let events: string[] = []
  let threadId = ''
  let address = ''

  before(async () => {
    ;({ id, events } = await talk('Rope', 6))
    threadId = await openThread(member, house.url, id, events[2] ?? '')
    await postReply(member, house.url, threadId, 'The hemp one?')
    address = `${addressOf(id)}?thread=${threadId}`
    await Promise.all([owner.page.goto(address), member.page.goto(address)])
    for (const { page } of [owner, member]) await replies(panel(page)).getByText('The hemp one?').waitFor()
  })

  test('[UID4] each sees who else has it open', async () => {
    await panel(owner.page)
      .getByRole('img', { name: /Bob Okafor/ })
      .waitFor()
    await panel(member.page)
      .getByRole('img', { name: /Ann Lee/ })
      .waitFor()
  })

  test('[UID3] what one says, changes and takes back the other sees at once, in the same order', async () => {
    const mine = panel(member.page)
    await replyField(mine).fill('Or **cotton**?')
    await replyField(mine).press('Enter')
    await replies(panel(owner.page)).getByText('cotton').waitFor()
    await mine.getByRole('button', { name: 'What to do with the reply of Bob Okafor' }).last().click()
    await member.page.getByRole('menuitem', { name: 'Edit' }).click()
    const edit = mine.getByRole('textbox', { name: 'Your reply' })
    assert.equal(await edit.inputValue(), 'Or **cotton**?')
    await edit.fill('Or flax?')
    await edit.press('Enter')
    await replies(panel(owner.page)).getByText('Or flax?').waitFor()
    assert.equal(await replies(panel(owner.page)).getByText('edited', { exact: true }).count(), 1)
    // Nobody changes what another said.
    await panel(owner.page)
      .getByRole('button', { name: 'What to do with the reply of Bob Okafor' })
      .last()
      .click()
    assert.equal(await owner.page.getByRole('menuitem', { name: 'Edit' }).count(), 0)
    await press(owner.page, 'Escape')

    await mine.getByRole('button', { name: 'What to do with the reply of Bob Okafor' }).last().click()
    await member.page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = member.page.getByRole('alertdialog', { name: 'Delete this reply?' })
    await question.getByRole('button', { name: 'Delete' }).click()
    for (const { page } of [owner, member]) {
      await replies(panel(page)).getByText('This reply was deleted.').waitFor()
      assert.deepEqual(await talked(panel(page)), [
        'Bob Okafor: The hemp one?',
        'Bob Okafor: This reply was deleted.',
      ])
      assert.equal(await panel(page).getByText('flax').count(), 0)
    }
  })

  test('[UID3] a reply of which the log tells only the beginning is seen whole by both, and edited without loss', async () => {
    const { id: other, events: moments } = await talk('Ballads', 1)
    const thread = await openThread(member, house.url, other, moments[0] ?? '')
    for (const { page } of [owner, member]) {
      await page.goto(`${addressOf(other)}?thread=${thread}`)
      await panel(page).getByText('Nobody has said anything about this yet.').waitFor()
    }
    const long = `${'王'.repeat(6_000)} the end`
    const mine = panel(member.page)
    await replyField(mine).fill(long)
    await replyField(mine).press('Enter')
    for (const { page } of [owner, member]) {
      await replies(panel(page)).getByText('the end').waitFor()
      assert.deepEqual(await talked(panel(page)), [`Bob Okafor: ${long}`])
    }
    await mine.getByRole('button', { name: 'What to do with the reply of Bob Okafor' }).click()
    await member.page.getByRole('menuitem', { name: 'Edit' }).click()
    const edit = mine.getByRole('textbox', { name: 'Your reply' })
    assert.equal(await edit.inputValue(), long)
    await member.page.keyboard.type(', indeed')
    await press(member.page, 'Enter')
    for (const { page } of [owner, member]) {
      await replies(panel(page)).getByText(', indeed').waitFor()
      assert.deepEqual(await talked(panel(page)), [`Bob Okafor: ${long}, indeed`])
      await page.goto(address)
      await replies(panel(page)).getByText('The hemp one?').waitFor()
    }
  })

  test('[UID6] who does not hear of a change is said at its field, people and agents', async () => {
    const { page } = member
    await page.route('**/api/v1/replies/*', async (route) => {
      const answer = await route.fetch()
      const refused = { code: 'budget_spent', message: 'Its budget is spent.' }
      const agents = [{ handle: 'main', refused }]
      await route.fulfill({ response: answer, json: { ...(await answer.json()), agents } })
    })
    await panel(page).getByRole('button', { name: 'What to do with the reply of Bob Okafor' }).first().click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const edit = panel(page).getByRole('textbox', { name: 'Your reply' })
    await edit.fill('The hemp one? What says @nobody?')
    await edit.press('Enter')
    await panel(page)
      .getByRole('region', { name: 'Not told' })
      .getByText('Nobody is called @nobody.')
      .waitFor()
    await panel(page).getByText('@main does not hear it: Its budget is spent.').waitFor()
    await page.getByRole('status').getByText('@main does not hear it').waitFor({ state: 'attached' })
    assert.deepEqual(await violationsOn(page), [])
    await page.unroute('**/api/v1/replies/*')
    await edit.fill('The hemp one?')
    await edit.press('Enter')
    await edit.waitFor({ state: 'detached' })
  })

  test('[UID4] it is settled and opened again, for both', async () => {
    await panel(owner.page).getByRole('button', { name: 'Resolve' }).click()
    for (const { page } of [owner, member]) await panel(page).getByText('Resolved by Ann Lee').waitFor()
    await chips(member.page).first().waitFor()
    assert.match((await chips(member.page).first().getAttribute('aria-label')) ?? '', /resolved/)
    await panel(member.page).getByRole('button', { name: 'Reopen' }).click()
    for (const { page } of [owner, member])
      await panel(page).getByText('Resolved by Ann Lee').waitFor({ state: 'detached' })
  })

  test('[UID7] what was begun stays over a close and a reload, and goes when it is sent', async () => {
    const { page } = member
    await replyField(panel(page)).fill('half a thou')
    await panel(page).getByRole('button', { name: 'Close the discussion' }).click()
    await panel(page).waitFor({ state: 'detached' })
    await page.goto(address)
    await replyField(panel(page)).waitFor()
    assert.equal(await replyField(panel(page)).inputValue(), 'half a thou')
    await replyField(panel(page)).fill('a whole thought')
    await panel(page).getByRole('button', { name: 'Reply', exact: true }).click()
    await replies(panel(page)).getByText('a whole thought').waitFor()
    assert.equal(await replyField(panel(page)).inputValue(), '')
  })

  test('[UID7] without a line a reply waits where it was written, and is there once', async () => {
    const { page, context } = member
    await context.setOffline(true)
    await replyField(panel(page)).fill('said into the wind')
    await replyField(panel(page)).press('Enter')
    const waiting = panel(page).getByRole('list', { name: 'On its way' })
    await waiting.getByText('said into the wind').waitFor()
    assert.equal(await replies(panel(page)).getByText('said into the wind').count(), 0)
    await context.setOffline(false)
    await replies(panel(page)).getByText('said into the wind').waitFor({ timeout: 40_000 })
    await waiting.waitFor({ state: 'detached' })
    await page.reload()
    await replies(panel(page)).getByText('said into the wind').waitFor()
    assert.equal(await replies(panel(page)).getByText('said into the wind').count(), 1)
    await replies(panel(owner.page)).getByText('said into the wind').waitFor({ timeout: 40_000 })
    assert.equal(await replies(panel(owner.page)).getByText('said into the wind').count(), 1)
  })

  test('[UID7] a refusal stands where it happened, with its reason and a retry under the same id', async () => {
    const { page } = member
    const ids: string[] = []
    await page.route('**/api/v1/threads/*/replies', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      ids.push((route.request().postDataJSON() as { clientMessageId: string }).clientMessageId)
      if (ids.length > 1) return route.fallback()
      const error = {
        code: 'too_many_mentions',
        message: 'That are too many mentions in one text.',
        requestId: 'r',
      }
      return route.fulfill({ status: 400, json: { error } })
    })
    await replyField(panel(page)).fill('try me twice')
    await replyField(panel(page)).press('Enter')
    await panel(page).getByText('not sent').waitFor()
    await panel(page).getByRole('alert').getByText('too many mentions').waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await panel(page).getByRole('button', { name: 'Retry: try me twice' }).click()
    await replies(panel(page)).getByText('try me twice').waitFor()
    await page.unroute('**/api/v1/threads/*/replies')
    assert.equal(ids.length, 2)
    assert.equal(ids[0], ids[1])
  })

  test('[UID9] an address leads to a reply, also to one far up, marked and in sight', async () => {
    const long = await talk('Knots', 2)
    const thread = await openThread(owner, house.url, long.id, long.events[0] ?? '')
    const ids: string[] = []
    for (let i = 1; i <= 70; i += 1) ids.push(await postReply(owner, house.url, thread, `knot ${i}.`))
    const { page } = member
    await page.goto(`${addressOf(long.id)}?thread=${thread}&reply=${ids[4]}`)
    const linked = panel(page).locator('[data-linked]')
    await linked.getByText('knot 5.', { exact: true }).waitFor()
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-linked'))
    const { top, bottom } = await linked.evaluate((e) => e.getBoundingClientRect().toJSON() as DOMRect)
    assert.ok(top > 0 && bottom < 800, `${top} to ${bottom}`)
    assert.deepEqual(
      await talked(panel(page)),
      Array.from({ length: 70 }, (_, i) => `Ann Lee: knot ${i + 1}.`),
    )
    // With its moment, as links from elsewhere have it: both are marked, and the focus is at the reply.
    await page.goto(`${addressOf(long.id)}?at=${long.events[0]}&thread=${thread}&reply=${ids[68]}`)
    await linked.getByText('knot 69.', { exact: true }).waitFor()
    await page.locator('article[data-linked]', { hasText: 'note 1 of Knots' }).waitFor()
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-reply-id'))
    await page.waitForLoadState('networkidle')
    assert.equal(await page.evaluate(() => document.activeElement?.hasAttribute('data-reply-id')), true)
    await page.goto(`${addressOf(long.id)}?thread=${thread}`)
    await replies(panel(page)).getByText('knot 70.', { exact: true }).waitFor()
    assert.equal((await talked(panel(page))).length, 50)
    await panel(page).getByRole('button', { name: 'Show earlier replies' }).click()
    await replies(panel(page)).getByText('knot 1.', { exact: true }).waitFor()
    await page.goto(`${addressOf(long.id)}?thread=thr_nowhere`)
    await page.getByRole('status').getByText('This discussion is no longer there').waitFor()
  })

  test('[UID2] the panel is as wide as it was pulled, also later; Jump to it gives the focus to the row', async () => {
    const { page } = owner
    await page.goto(address)
    await replies(panel(page)).first().waitFor()
    const width = () => panel(page).evaluate((e) => e.getBoundingClientRect().width)
    const first = await width()
    await panel(page).getByRole('separator', { name: 'Width of the panel' }).focus()
    await press(page, 'ArrowLeft', 3)
    assert.equal(await width(), first + 48)
    await page.reload()
    await replies(panel(page)).first().waitFor()
    assert.equal(await width(), first + 48)
    await panel(page).getByRole('button', { name: 'Jump to it' }).click()
    await page.waitForFunction(() => document.activeElement?.tagName === 'ARTICLE')
    assert.match(await focusedRow(page), /note 3 of Rope/)
    assert.equal(await panel(page).isVisible(), true)
  })
})

test('[UID4] a moment far up is loaded and shown from its discussion', async () => {
  const { id, events } = await talk('Logbook', 210)
  const thread = await openThread(owner, house.url, id, events[0] ?? '')
  await postReply(owner, house.url, thread, 'Where it began.')
  const { page } = member
  await page.goto(`${addressOf(id)}?thread=${thread}`)
  await replies(panel(page)).getByText('Where it began.').waitFor()
  const about = panel(page).getByRole('region', { name: 'What this is about' })
  await about.getByText('note 1 of Logbook').waitFor()
  await about.getByText('Not among what is loaded here').waitFor()
  await about.getByRole('button', { name: 'Load it' }).click()
  await page.waitForFunction(() => document.activeElement?.tagName === 'ARTICLE')
  assert.match(await focusedRow(page), /note 1 of Logbook/)
  await about.getByRole('button', { name: 'Jump to it' }).waitFor()
})

test('[UID4] without its moment a discussion says so, keeps what was said, and is still answered', async () => {
  const { id, events } = await talk('Ballast', 3)
  const thread = await openThread(member, house.url, id, events[1] ?? '')
  await postReply(member, house.url, thread, 'What a number.')
  const { page } = member
  await page.goto(`${addressOf(id)}?thread=${thread}`)
  const about = panel(page).getByRole('region', { name: 'What this is about' })
  await about.getByText('note 2 of Ballast').waitFor()
  await call(owner.context, house.url, ['DELETE', `/sessions/${id}/events/${events[1]}`])
  await about.getByText('What this was about was redacted.').waitFor()
  assert.equal(await page.getByText('note 2 of Ballast').count(), 0)
  await replyField(panel(page)).fill('Still.')
  await replyField(panel(page)).press('Enter')
  await replies(panel(page)).getByText('Still.').waitFor()
  await page.reload()
  await about.getByText('What this was about was redacted.').waitFor()
  await replies(panel(page)).getByText('Still.').waitFor()
  assert.deepEqual(await talked(panel(page)), ['Bob Okafor: What a number.', 'Bob Okafor: Still.'])
  assert.equal(await page.getByText('note 2 of Ballast').count(), 0)
})

test('[UID10] a viewer reads discussions, and is offered nothing to write', async () => {
  const viewer = await house.add(vic, 'viewer')
  const { id, events } = await talk('Charts', 3)
  const thread = await openThread(member, house.url, id, events[1] ?? '')
  await postReply(member, house.url, thread, 'The northern one.')
  const { page } = viewer
  await page.goto(addressOf(id))
  await chips(page).first().click()
  await replies(panel(page)).getByText('The northern one.').waitFor()
  await panel(page).getByText('You are a viewer here: you read along.').waitFor()
  assert.equal(await panel(page).getByRole('textbox').count(), 0)
  assert.equal(
    await panel(page)
      .getByRole('button', { name: /Resolve|Hand to/ })
      .count(),
    0,
  )
  assert.equal(await page.getByRole('button', { name: 'Discuss', exact: true }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Hand to agent' }).count(), 0)
  await postReply(member, house.url, thread, 'Or the other.')
  await replies(panel(page)).getByText('Or the other.').waitFor()
  await press(page, 'Escape')
  await panel(page).waitFor({ state: 'detached' })
  assert.deepEqual(viewer.complaints, [])
  await viewer.context.close()
})

test('[UID6] who is named and will not hear of it stands at the field, and is let in from there', async () => {
  const id = await openSession(owner.context, house.url, 'Between us')
  await note(owner, house.url, id, 'the first one')
  const { page } = owner
  await page.goto(addressOf(id))
  await said(page, 'the first one').waitFor()
  // A note names people like any other message.
  await field(page).fill('/note thanks @bob and @nobody')
  await field(page).press('Enter')
  await said(page, 'thanks @bob and @nobody').waitFor()
  const atField = page.getByRole('region', { name: 'Not told' })
  await atField.getByText('@bob may not see this session.').waitFor()
  await atField.getByText('Nobody is called @nobody.').waitFor()
  await atField.getByRole('button', { name: 'Invite @bob' }).waitFor()
  await atField.getByRole('button', { name: 'Dismiss' }).click()
  await said(page, 'the first one').click()
  await press(page, 'd')
  const reply = replyField(panel(page))
  await reply.fill('What says @bo')
  await page.getByRole('option', { name: 'Bob Okafor, @bob, not in this session, person' }).waitFor()
  await reply.fill('What says @bob, and @nobody?')
  await reply.press('Enter')
  const told = panel(page).getByRole('region', { name: 'Not told' })
  await told.getByText('@bob may not see this session.').waitFor()
  await told.getByText('Nobody is called @nobody.').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await told.getByRole('button', { name: 'Invite @bob' }).click()
  await told.getByText('@bob takes part now.').waitFor()
  await member.page.goto(addressOf(id))
  await said(member.page, 'the first one').waitFor()
  // Of a message too.
  await field(page).fill('hello @nobody')
  await field(page).press('Enter')
  await page
    .getByRole('region', { name: 'Not told' })
    .getByText('Nobody is called @nobody.')
    .first()
    .waitFor()
})

test('[UID11] a discussion is handed to the agent with a word, and the timeline shows it', async () => {
  const { id, events } = await talk('Rigging', 3)
  const thread = await openThread(member, house.url, id, events[1] ?? '')
  await postReply(member, house.url, thread, 'Too thin, I think.')
  const { page } = member
  await page.goto(addressOf(id))
  await said(page, 'note 2 of Rigging').click()
  await said(page, 'note 2 of Rigging').getByRole('button', { name: 'Hand to agent' }).click()
  const form = panel(page).getByRole('form', { name: 'Hand this to Main' })
  await form.getByRole('textbox', { name: /What should it do/ }).fill('Which thickness is right?')
  await form.getByRole('button', { name: 'Hand to Main' }).click()
  await panel(page).getByText('Main has it now.').waitFor()
  await answered(page, 'Heard:').waitFor()
  await panel(page).getByRole('button', { name: 'Done' }).click()
  await replyField(panel(page)).waitFor()
  await press(page, 'Escape')
  await panel(page).waitFor({ state: 'detached' })
  await said(page, 'Which thickness').getByRole('button', { name: 'from a discussion' }).click()
  await replies(panel(page)).getByText('Too thin, I think.').waitFor()
})

test('[UID2] on a phone it is a sheet that keeps the focus, and the step back closes it', async () => {
  const { id, events } = await talk('Deck', 4)
  const thread = await openThread(owner, house.url, id, events[1] ?? '')
  await postReply(owner, house.url, thread, 'Sand it first.')
  const phone = await house.visitAs(member, { device: 'phone' })
  const { page } = phone
  await page.goto(addressOf(id))
  await chips(page).first().click()
  const dialog = sheet(page)
  await replies(dialog).getByText('Sand it first.').waitFor()
  assert.deepEqual(await violationsInBothLooks(page), [])
  await replyField(dialog).fill('And oil, @an')
  const option = page.getByRole('option', { name: 'Ann Lee, @ann, person' })
  await option.waitFor()
  assert.deepEqual(await violationsInBothLooks(page), [])
  await option.click()
  assert.equal(await replyField(dialog).inputValue(), 'And oil, @ann ')
  await dialog.getByRole('button', { name: 'Reply', exact: true }).click()
  await replies(dialog).getByText('And oil').waitFor()
  for (let i = 0; i < 20; i += 1) {
    await press(page, 'Tab')
    const isInside = await dialog.evaluate((element) => element.contains(document.activeElement))
    assert.equal(isInside, true, 'the focus stays in the sheet')
  }
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(page.url(), addressOf(id))
  await chips(page).first().click()
  await replies(dialog).getByText('And oil').waitFor()
  await dialog.getByRole('button', { name: 'Jump to it' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.tagName === 'ARTICLE')
  assert.match(await focusedRow(page), /note 2 of Deck/)
  assert.deepEqual(phone.complaints, [])
  await phone.context.close()
})

test('[UID10] [COL1] where discussions and mentions are turned off, nothing of them is there', async () => {
  const off = await openHouse({ collaboration: { threads: false, mentions: false } })
  try {
    const id = await openTeamSession(off.owner.context, off.url, 'Silence')
    await note(off.owner, off.url, id, 'only this')
    const { page, complaints } = off.owner
    await page.goto(`${off.url}/sessions/${id}`)
    await said(page, 'only this').click()
    await said(page, 'only this').getByRole('button', { name: 'Copy link' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /Discuss|Hand to agent/ }).count(), 0)
    await press(page, 'd')
    await field(page).fill('hello @')
    await page.waitForLoadState('networkidle')
    assert.equal(await page.getByRole('option').count(), 0)
    assert.equal(await panel(page).count(), 0)
    assert.deepEqual(complaints, [])
  } finally {
    await off.close()
  }
})
