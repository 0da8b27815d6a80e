// The inbox in real browsers against a real gateway: what somebody is told, how badge, title and page agree in all tabs,
// after a reload and after a break, by keyboard alone and on a phone; what is said aloud, and by the browser.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { bob } from './accounts.ts'
import { violationsOn } from './axe.ts'
import { call, openTeamSession } from './by-http.ts'
import { holdLine } from './hold-line.ts'
import { chips } from './in-discussion.ts'
import { agrees, entry, keepStatus, note, openHearing, reply, row, statuses } from './in-inbox.ts'
import { field, idle } from './in-session.ts'
import { type House, openHouse } from './open-house.ts'
import { devices, say, type Visitor } from './visit.ts'

let house: House
let ann: Visitor
let guest: Visitor

before(async () => {
  house = await openHouse({ tools: { policy: { write: 'ask' } } })
  ann = house.owner
  guest = await house.add(bob, 'member')
})
after(() => house?.close())

const open = (title: string) => openTeamSession(ann.context, house.url, title)
const mention = (sessionId: string, words: string) =>
  note(guest.context, house.url, sessionId, `@ann ${words}`)
const readAll = () => call(ann.context, house.url, ['POST', '/notifications/read-all'], {})
/** What a test that failed has left waiting is not the next one's. */
const settleAll = async () => {
  const { items } = await call<{ items: { id: string; callHash: string }[] }>(ann.context, house.url, [
    'GET',
    '/approvals?state=pending',
  ])
  for (const { id, callHash } of items)
    await call(ann.context, house.url, ['POST', `/approvals/${id}`], { decision: 'deny', callHash })
}

for (const device of devices) {
  describe(`the inbox ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let me: Visitor
    let other: Visitor

    before(async () => {
      me = await house.visitAs(ann, { device })
      other = await house.visitAs(guest, { device })
      await readAll()
    })
    after(() => Promise.all([me?.context.close(), other?.context.close()]))

    test('[UIX1] [UIX2] [NTF4] a mention from another browser: row, badge and title agree, and do after a reload', async () => {
      const { page } = me
      const id = await open(`Boats, ${device}`)
      await page.goto(`${house.url}/inbox`)
      await page.getByText('Nothing needs you.').waitFor()
      await agrees(page, 0)
      await other.page.goto(`${house.url}/sessions/${id}`)
      await field(other.page).waitFor()
      await say(other.page, '/note @ann could you look at the tide table?')
      await row(
        page,
        /^Unread\. Bob Okafor mentioned you in Boats, .*could you look at the tide table/,
      ).waitFor()
      await agrees(page, 1)
      assert.deepEqual(await violationsOn(page), [])
      await page.emulateMedia({ colorScheme: 'dark' })
      assert.deepEqual(await violationsOn(page, 'colours'), [])
      await page.emulateMedia({ colorScheme: 'light' })
      await page.reload()
      await row(page, /^Unread\. Bob Okafor mentioned you/).waitFor()
      await agrees(page, 1)
    })

    test('[UIX1] [NTF4] a row leads to the exact moment, and is read by that, in every tab', async () => {
      const { page } = me
      const second = await me.context.newPage()
      await second.goto(`${house.url}/members`)
      await agrees(second, 1)
      await row(page, /^Unread\. Bob Okafor mentioned you/).click()
      await page.waitForURL(/\/sessions\/ses_\w+\?at=evt_\w+$/)
      await page.locator('article[data-linked]', { hasText: 'the tide table' }).waitFor()
      await agrees(second, 0)
      await second.close()
    })

    test('[UIX1] [NTF4] done in one tab is done in the other, and can be undone', async () => {
      const { page } = me
      await readAll()
      await mention(await open(`Sails, ${device}`), 'blue or grey?')
      const second = await me.context.newPage()
      for (const one of [page, second]) {
        await one.goto(`${house.url}/inbox`)
        await row(one, /blue or grey/).waitFor()
        await agrees(one, 1)
      }
      // A tab behind another is drawn once a second, and nobody presses anything in it.
      await page.bringToFront()
      await page.getByRole('button', { name: 'Done: Bob Okafor mentioned you' }).click()
      for (const one of [page, second]) {
        await row(one, /blue or grey/).waitFor({ state: 'detached' })
        await agrees(one, 0)
      }
      await page.getByRole('button', { name: 'Undo' }).click()
      for (const one of [page, second]) {
        await row(one, /^Unread\. .*blue or grey/).waitFor()
        await agrees(one, 1)
      }
      await second.bringToFront()
      await second.getByRole('button', { name: 'Mark all as read' }).click()
      for (const one of [page, second]) {
        await one.getByText('Nothing needs you.').waitFor()
        await agrees(one, 0)
      }
      await page.bringToFront()
      await page.getByRole('button', { name: 'All', exact: true }).click()
      await row(page, new RegExp(`^Bob Okafor mentioned you in Sails, ${device}`)).waitFor()
      await second.close()
    })

    test('[UIX1] [NTF4] a discussion is one row that grows and counts once', async () => {
      const { page } = me
      await readAll()
      const id = await open(`Dinghy, ${device}`)
      const about = await note(me.context, house.url, id, 'Which colour?')
      await page.goto(`${house.url}/inbox`)
      await reply(guest.context, house.url, about, 'Red.')
      await row(page, /^Unread\. Bob Okafor replied to you in Dinghy, .*Red\./).waitFor()
      await agrees(page, 1)
      await reply(guest.context, house.url, about, 'Or @ann rather blue?')
      await row(page, /^2 unread\. Bob Okafor mentioned you in Dinghy, .*rather blue/).waitFor()
      await agrees(page, 1)
      await page.getByText('1 earlier').click()
      await row(page, /^Unread\. Bob Okafor replied to you .*Red\./).waitFor()
      await page.getByRole('button', { name: 'Done: Bob Okafor mentioned you' }).click()
      await agrees(page, 0)
      await page.reload()
      await page.getByText('Nothing needs you.').waitFor()
      await agrees(page, 0)
    })

    test('[UIX1] [NTF4] [THR2] whom an edit names after the last reply has read it once the discussion was opened', async () => {
      const { page } = me
      await readAll()
      const about = await note(guest.context, house.url, await open(`Edited, ${device}`), 'Which rope?')
      const { threadId, replyId } = await reply(guest.context, house.url, about, 'This one.')
      for (let i = 1; i <= 55; i += 1) await reply(guest.context, house.url, about, `Or that, ${i}.`)
      await call(me.context, house.url, ['PUT', `/threads/${threadId}/read`], { seq: 1_000_000 })
      await page.goto(`${house.url}/inbox`)
      await page.getByText('Nothing needs you.').waitFor()
      const body = 'This one, @ann.'
      await call(guest.context, house.url, ['PATCH', `/replies/${replyId}`], { body })
      await row(page, /^Unread\. Bob Okafor mentioned you in Edited, .*This one/).waitFor()
      await agrees(page, 1)
      const second = await me.context.newPage()
      await second.goto(`${house.url}/members`)
      await agrees(second, 1)
      // Not by the row, which leads to the reply: from the session, where the newest are shown and that one is on no page yet.
      await page.goto(`${house.url}/sessions/${about.sessionId}`)
      await chips(page).first().click()
      await page.getByRole('list', { name: 'Replies' }).getByText('Or that, 55.').waitFor()
      await agrees(second, 0)
      await page.goto(`${house.url}/inbox`)
      await page.getByText('Nothing needs you.').waitFor()
      await agrees(page, 0)
      await second.close()
    })

    test('[UIX2] [NTF5] what waits for one’s word is in the inbox as long as it does, and the two numbers agree', async () => {
      const { page } = me
      await settleAll()
      await readAll()
      const id = await open(`Greetings, ${device}`)
      await page.goto(`${house.url}/sessions/${id}`)
      await field(page).waitFor()
      await say(page, 'show me tools')
      await page.getByRole('button', { name: 'Allow once' }).waitFor()
      await page.goto(`${house.url}/inbox`)
      await row(page, /^Unread\. Main waits for your word in Greetings/).waitFor()
      await agrees(page, 1)
      await entry(page, 'Approvals, 1 waiting for you').waitFor()
      await row(page, /^Unread\. Main waits for your word/).click()
      const deny = page.getByRole('button', { name: 'Deny', exact: true })
      await deny.waitFor()
      // To have seen it settles nothing.
      await page.goBack()
      await row(page, /^Unread\. Main waits for your word/).waitFor()
      await agrees(page, 1)
      await page.goForward()
      await deny.click()
      await page.getByRole('button', { name: 'Deny it' }).click()
      await page.getByText('Ann Lee denied it.').first().waitFor()
      await idle(page)
      // Whoever leaves before it is read is told that it is done.
      await call(ann.context, house.url, ['PUT', `/sessions/${id}/read`], { seq: 1_000_000 })
      await page.goto(`${house.url}/inbox`)
      await entry(page, 'Approvals').waitFor()
      await agrees(page, 0)
    })

    test('[UIX4] "Screen readers receive announcements for new replies and mention-notification updates": once, in one sentence, and a crowd of it together', async () => {
      const { page } = me
      await readAll()
      const id = await open(`Crowd, ${device}`)
      await openHearing(page, `${house.url}/members`)
      await agrees(page, 0)
      await keepStatus(page)
      for (const word of ['one', 'two', 'three', 'four', 'five', 'six']) await mention(id, word)
      await agrees(page, 6)
      let said: string[] = []
      // The last of it may have to wait for its three seconds.
      for (let count = 0; count < 6; ) {
        await page.waitForFunction(
          (known) => (window as unknown as { said: string[] }).said.length > known,
          said.length,
        )
        said = await statuses(page)
        const told = said.join(' ').matchAll(/mentioned you|(\d+) more in your inbox/g)
        count = [...told].reduce((sum, [, more]) => sum + Number(more ?? 1), 0)
        assert.ok(count <= 6, said.join(' | '))
      }
      assert.match(said[0] ?? '', /^Bob Okafor mentioned you in Crowd, /)
      assert.ok(said.length <= 4, said.join(' | '))
    })

    test('[UIX1] [UIS2] what came while the line was down is there when it is back', async () => {
      const { page } = me
      await readAll()
      const line = await holdLine(page)
      const id = await open(`Break, ${device}`)
      await page.goto(`${house.url}/inbox`)
      await page.getByText('Nothing needs you.').waitFor()
      await line.cut()
      await page.getByText('The server cannot be reached.').waitFor()
      await mention(id, 'are you there?')
      line.mend()
      await row(page, /^Unread\. Bob Okafor mentioned you in Break, .*are you there/).waitFor()
      await agrees(page, 1)
    })

    test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
      assert.deepEqual(me.complaints, [])
      assert.deepEqual(other.complaints, [])
    })
  })
}

describe('the inbox by keyboard alone', () => {
  test('[UIX1] [UIK1] j and k move, e is done with a row, u takes it back, Enter leads there', async () => {
    const { page } = ann
    await readAll()
    const id = await open('By keys')
    for (const word of ['first', 'second', 'third']) await mention(id, word)
    await page.goto(`${house.url}/members`)
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await row(page, /third/).waitFor()
    await page.keyboard.press('j')
    await onRow(page, /third/)
    await page.keyboard.press('j')
    await onRow(page, /second/)
    await page.keyboard.press('k')
    await onRow(page, /third/)
    await page.keyboard.press('e')
    await row(page, /third/).waitFor({ state: 'detached' })
    await agrees(page, 2)
    // Whoever stood on the row that is gone stands on the next.
    await onRow(page, /second/)
    await page.getByRole('button', { name: 'All', exact: true }).press('Enter')
    await row(page, /third/).waitFor()
    await page.keyboard.press('j')
    await onRow(page, /^Bob Okafor mentioned you .*third/)
    await page.keyboard.press('u')
    await onRow(page, /^Unread\. Bob Okafor mentioned you .*third/)
    await agrees(page, 3)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\?at=evt_\w+$/)
    await page.locator('article[data-linked]', { hasText: 'third' }).waitFor()
  })

  test('[UIX1] [UIK2] with single keys turned off nothing is done by mistake', async () => {
    const { page } = ann
    await readAll()
    await mention(await open('Quiet keys'), 'stay')
    await page.goto(`${house.url}/settings/keyboard`)
    await page.getByText('Off', { exact: true }).click()
    await page.goto(`${house.url}/inbox`)
    await row(page, /stay/).focus()
    await page.keyboard.press('e')
    await page.keyboard.press('j')
    await agrees(page, 1)
    await onRow(page, /^Unread\. .*stay/)
    await page.goto(`${house.url}/settings/keyboard`)
    await page.getByText('On', { exact: true }).click()
  })
})

describe('notices of the browser', () => {
  test('[UIX3] asked for once; shown only while nobody looks, one for each, saying who and where; a press leads there', async () => {
    const me = await house.visitAs(ann)
    const { page } = me
    await readAll()
    await me.context.grantPermissions(['notifications'], { origin: house.url })
    await keepNotices(page)
    const id = await open('Far away')
    await openHearing(page, `${house.url}/inbox`)
    await page.getByText('Be told while Heddle is out of sight?').waitFor()
    await page.getByRole('button', { name: 'Show notices' }).click()
    await page.getByText('Be told while Heddle is out of sight?').waitFor({ state: 'detached' })
    await mention(id, 'the secret is swordfish')
    await row(page, /swordfish/).waitFor()
    assert.deepEqual(await notices(page), [])
    await hide(page, true)
    await mention(id, 'and the tide is at 14:20')
    await row(page, /14:20/).waitFor()
    await page.waitForFunction(() => (window as unknown as { notices: unknown[] }).notices.length > 0)
    assert.deepEqual(await notices(page), [{ title: 'Bob Okafor mentioned you', body: 'Far away' }])
    await page.evaluate(() => {
      const [first] = (window as unknown as { notices: { onclick(): void }[] }).notices
      first?.onclick()
    })
    await page.waitForURL(/\/sessions\/ses_\w+\?at=evt_\w+$/)
    await page.locator('article[data-linked]', { hasText: '14:20' }).waitFor()
    await hide(page, false)
    // That one was read by it; and what is only read again is no news.
    await agrees(page, 1)
    await page.reload()
    await agrees(page, 1)
    assert.deepEqual(await notices(page), [])
    await page.goto(`${house.url}/settings/notifications`)
    await page.getByText('On in this browser.').waitFor()
    await page.getByRole('button', { name: 'Show none' }).click()
    await page.getByRole('main').getByText('Off in this browser.').waitFor()
    assert.deepEqual(me.complaints, [])
    await me.context.close()
  })
})

describe('notices by the worker', () => {
  test('[UIX3] [NTF4] a press on one that the worker shows opens the moment in a tab that is there', async () => {
    const me = await house.visitAs(ann, { withServiceWorker: true })
    const { page, context } = me
    await context.grantPermissions(['notifications'], { origin: house.url })
    const id = await open('By the worker')
    const { eventId } = await note(guest.context, house.url, id, '@ann high tide at noon')
    const waiting = context.waitForEvent('serviceworker')
    await page.goto(`${house.url}/inbox`)
    const worker = context.serviceWorkers()[0] ?? (await waiting)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    // It moves the tabs that are its own: those that were loaded since it is there.
    await page.reload()
    await row(page, /high tide at noon/).waitFor()
    await worker.evaluate(pressNotice, `/sessions/${id}?at=${eventId}`)
    await page.waitForURL(`${house.url}/sessions/${id}?at=${eventId}`)
    await page.locator('article[data-linked]', { hasText: 'high tide at noon' }).waitFor()
    await context.close()
  })
})

describe('what one chooses to be told of', () => {
  test('[UIX5] [NTF5] a choice is kept, and mentions stay in the inbox', async () => {
    const { page } = ann
    await readAll()
    await page.goto(`${house.url}/settings/notifications`)
    const cell = (name: string) => page.getByRole('checkbox', { name })
    await cell('Mentions: Inbox').waitFor()
    assert.equal(await cell('Mentions: Inbox').isDisabled(), true)
    assert.equal(await cell('Mentions: Inbox').isChecked(), true)
    assert.deepEqual(await violationsOn(page), [])
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith('/me/preferences') && answer.request().method() === 'PUT',
    )
    await cell('Replies: Inbox').press('Space')
    assert.equal((await saved).status(), 200)
    await page.reload()
    await cell('Replies: Inbox').waitFor()
    assert.equal(await cell('Replies: Inbox').isChecked(), false)
    const about = await note(ann.context, house.url, await open('Silence'), 'Which colour?')
    await reply(guest.context, house.url, about, 'None of your business.')
    await reply(guest.context, house.url, about, 'Blue, @ann.')
    await page.goto(`${house.url}/inbox`)
    await row(page, /^Unread\. Bob Okafor mentioned you in Silence .*Blue/).waitFor()
    assert.equal(await row(page, /None of your business/).count(), 0)
  })
})

describe('without notifications', () => {
  test('[COL1] there is no inbox, no badge and nothing to choose', async () => {
    const quiet = await openHouse({ collaboration: { notifications: false } })
    try {
      const { page } = quiet.owner
      await page.goto(`${quiet.url}/inbox`)
      await page.getByRole('heading', { name: 'There is nothing here', level: 1 }).waitFor()
      assert.equal(await entry(page, 'Inbox').count(), 0)
      await page.goto(`${quiet.url}/settings/notifications`)
      await page.waitForURL(/\/settings$/)
      assert.equal(await page.getByRole('link', { name: 'Notifications', exact: true }).count(), 0)
      assert.deepEqual(quiet.owner.complaints, [])
    } finally {
      await quiet.close()
    }
  })
})

async function onRow(page: Page, name: RegExp): Promise<void> {
  await page.waitForFunction(
    ([source]) => {
      const row = document.activeElement
      return (
        row?.hasAttribute('data-row') &&
        new RegExp(source ?? '').test(row.textContent?.replace(/\s+/g, ' ') ?? '')
      )
    },
    [name.source],
  )
}

/** The browser's own would stand on a desktop that a test does not have. */
async function keepNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: object[] = []
    class Kept {
      static readonly permission = 'granted'
      static requestPermission = async () => 'granted'
      readonly title: string
      readonly body: string
      onclick: unknown = null
      constructor(title: string, { body = '' }: { body?: string } = {}) {
        this.title = title
        this.body = body
        shown.push(this)
      }
      close(): void {}
    }
    Object.assign(window, { notices: shown, Notification: Kept })
  })
}

function notices(page: Page): Promise<{ title: string; body: string }[]> {
  return page.evaluate(() =>
    (window as unknown as { notices: { title: string; body: string }[] }).notices.map(({ title, body }) => ({
      title,
      body,
    })),
  )
}

/** As if another window stood before it. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}

/** Runs in the worker: shows a notice as a page has it shown, and presses it. No hand does, so the tab is not let to the front. */
async function pressNotice(path: string): Promise<void> {
  const scope = globalThis as unknown as {
    registration: ServiceWorkerRegistration
    WindowClient: { prototype: { focus(): Promise<unknown> } }
    NotificationEvent: new (kind: string, about: { notification: Notification }) => Event
  }
  scope.WindowClient.prototype.focus = async function focus() {
    return this
  }
  await scope.registration.showNotification('Bob Okafor mentioned you', { data: { path } })
  const [notification] = await scope.registration.getNotifications()
  if (notification)
    globalThis.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
}
