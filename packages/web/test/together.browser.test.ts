// Two people in one session of the team, at a desk and on a phone: what one does the other sees as it happens, and what
// one takes back is gone for both.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { bob } from './accounts.ts'
import { call, openTeamSession } from './by-http.ts'
import type { HeldModel } from './held-model.ts'
import { answered, field, idle, isFocused, queue, said, spoken, writing } from './in-session.ts'
import { type HouseWithModel, openHouseWithModel } from './open-house.ts'
import { devices, say, type Visitor } from './visit.ts'

let house: HouseWithModel
let model: HeldModel
let owner: Visitor
let guest: Visitor

before(async () => {
  house = await openHouseWithModel()
  ;({ model, owner } = house)
  guest = await house.add(bob, 'member')
})
after(() => house?.close())

for (const device of devices) {
  describe(`two people, one of them ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let member: Visitor
    let address = ''

    before(async () => {
      const id = await openTeamSession(owner.context, house.url, `Boats, ${device}`)
      address = `${house.url}/sessions/${id}`
      member = await house.visitAs(guest, { device })
      await Promise.all([owner.page.goto(address), member.page.goto(address)])
      await Promise.all([field(owner.page).waitFor(), field(member.page).waitFor()])
    })
    after(() => member?.context.close())

    const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

    test('[UIS4] each sees the other’s face, and that the other types', async () => {
      await owner.page.getByRole('img', { name: /^Looking on: Bob Okafor/ }).waitFor()
      await field(member.page).pressSequentially('hm')
      await owner.page.getByText('Bob Okafor is typing').waitFor()
      await field(member.page).fill('')
      await field(owner.page).pressSequentially('well')
      await member.page.getByText('Ann Lee is typing').waitFor()
      await field(owner.page).fill('')
      await member.page.getByText('Ann Lee is typing').waitFor({ state: 'detached' })
    })

    test('[I24] both see what was said and the answer while it is written, the same and once', async () => {
      const pages = [owner.page, member.page] as const
      await say(member.page, 'hold: which boat?')
      const answer = await model.next()
      answer.write('The boat with ')
      for (const page of pages) {
        await writing(page)
        await answered(page, 'The boat with').waitFor()
      }
      await say(owner.page, 'the red one, I hope')
      // What waits is changed by whoever said it.
      await queue(member.page).getByText('the red one, I hope').waitFor()
      assert.equal(await member.page.getByRole('button', { name: /^Edit:/ }).count(), 0)
      answer.write('the red sail.')
      for (const page of pages) await answered(page, 'The boat with the red sail.').waitFor()
      answer.end()
      for (const page of pages) {
        await answered(page, 'Heard: the red one, I hope').waitFor()
        await idle(page)
      }
      const seen = await spoken(owner.page)
      assert.deepEqual(await spoken(member.page), seen)
      assert.deepEqual(seen, [
        'Bob Okafor: hold: which boat?',
        'Main: The boat with the red sail.',
        'Ann Lee: the red one, I hope',
        'Main: Heard: the red one, I hope',
      ])
      for (const page of pages) {
        const places = await placesOf(page)
        assert.equal(new Set(places).size, places.length)
      }
    })

    test('[SES6] what one redacts is gone at the other, at once and after a reload', async () => {
      const { page } = member
      await say(page, 'the password is swordfish')
      await answered(page, 'swordfish').waitFor()
      await idle(page)
      await said(owner.page, 'swordfish').waitFor()
      await said(page, 'swordfish').click()
      await press(page, /^Redact: the password/)
      const dialog = page.getByRole('alertdialog')
      await dialog.getByText('Backups made before keep theirs.').waitFor()
      await dialog.getByRole('button', { name: 'Redact', exact: true }).click()
      for (const reader of [owner.page, page]) {
        await reader.getByText('Redacted. It was written by Bob Okafor.').waitFor()
        await said(reader, 'swordfish').waitFor({ state: 'detached' })
      }
      await page.reload()
      await page.getByText('Redacted. It was written by Bob Okafor.').waitFor()
      assert.equal(await said(page, 'swordfish').count(), 0)
      // The agent's words are not Bob's to take back, and Ann's neither.
      await answered(page, 'red sail').click()
      assert.equal(
        await answered(page, 'red sail')
          .getByRole('button', { name: /^Redact/ })
          .count(),
        0,
      )
    })

    test('[UIT6] a message is edited and sent again in a fork; the session it comes from stays as it is', async () => {
      const { page } = member
      await said(page, 'which boat?').click()
      await press(page, /^Edit and resend: hold: which boat/)
      const dialog = page.getByRole('dialog', { name: 'Edit and resend' })
      const text = dialog.getByRole('textbox', { name: 'Message' })
      assert.equal(await text.inputValue(), 'hold: which boat?')
      await text.fill('which harbour?')
      await dialog.getByRole('button', { name: 'Send in a new session' }).click()
      await page.waitForURL((url) => url.pathname.startsWith('/sessions/') && url.href !== address)
      await answered(page, 'Heard: which harbour?').waitFor()
      assert.deepEqual(await spoken(page), ['Bob Okafor: which harbour?', 'Main: Heard: which harbour?'])
      await page.goBack()
      await page.waitForURL(address)
      await said(page, 'which boat?').waitFor()
      assert.equal(await said(owner.page, 'which boat?').count(), 1)
      assert.equal(await said(page, 'which harbour?').count(), 0)
    })

    test('[UIT6] from an answer one goes on in another direction, with everything up to it', async () => {
      const { page } = member
      await answered(page, 'red sail').click()
      await answered(page, 'red sail').getByRole('button', { name: 'Fork from here' }).click()
      await page.waitForURL((url) => url.pathname.startsWith('/sessions/') && url.href !== address)
      await answered(page, 'red sail').waitFor()
      await say(page, 'and its name?')
      await answered(page, 'Heard: and its name?').waitFor()
      assert.deepEqual(await spoken(page), [
        'Bob Okafor: hold: which boat?',
        'Main: The boat with the red sail.',
        'Bob Okafor: and its name?',
        'Main: Heard: and its name?',
      ])
      assert.equal(await said(owner.page, 'and its name?').count(), 0)
      await page.goto(address)
    })

    test('[UIT4] a copied link opens the session at that moment, marked and focused, and leads back to live', async () => {
      const { page } = member
      // Nobody looks while it is filled: that would only draw every note twice.
      await Promise.all([page.goto('about:blank'), owner.page.goto('about:blank')])
      await fill(member.context, address)
      await page.goto(address)
      await said(page, 'note 229').waitFor()
      await copyLink(page, 'note 220')
      const near = await page.evaluate(() => navigator.clipboard.readText())
      assert.match(near, /\/sessions\/ses_\w+\?at=evt_\w+$/)
      const opened = await owner.context.newPage()
      await opened.goto(near)
      await opened.locator('article[data-linked]', { hasText: 'note 220' }).waitFor()
      await opened.close()
      const far = near.replace(/at=.*$/, `at=${await firstEvent(member.context, address)}`)
      const other = await member.context.newPage()
      await other.goto(far)
      const linked = other.locator('article[data-linked]', { hasText: 'which boat?' })
      await linked.waitFor()
      await other.waitForFunction(() => document.activeElement?.hasAttribute('data-linked'))
      assert.equal(await isFocused(linked), true)
      assert.equal(await said(other, 'note 229').count(), 0)
      await press(other, 'Back to live')
      await said(other, 'note 229').waitFor()
      await other.getByRole('button', { name: 'Back to live' }).waitFor({ state: 'detached' })
      await other.close()
    })

    test('[UIT4] an address of something that is not there says so and shows what there is', async () => {
      const { page } = member
      await page.goto(`${address}?at=evt_01hzzzzzzzzzzzzzzzzzzzzzzz`)
      await page.getByRole('status').getByText('What the link leads to is no longer there').waitFor()
      await said(page, 'note 229').waitFor()
    })

    test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
      assert.deepEqual(owner.complaints, [])
      assert.deepEqual(member.complaints, [])
    })
  })
}

/** A press may come while rows are still being measured and move away under it; then it is done again, as anyone would. */
async function copyLink(page: Visitor['page'], text: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await said(page, text).click()
    await said(page, text).getByRole('button', { name: 'Copy link' }).click()
    const told = page.getByRole('status').getByText('The link was copied.')
    try {
      return await told.waitFor({ timeout: 5_000 })
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}

/** The place of each article that is drawn. */
function placesOf(page: Page): Promise<(string | null)[]> {
  return page
    .getByRole('article')
    .evaluateAll((all) => all.map((article) => article.getAttribute('data-place')))
}

/** More than a snapshot brings, said to people only; not by the browser's own requests, which take their time. */
async function fill(context: Visitor['context'], address: string): Promise<void> {
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const headers = { cookie, origin: house.url, 'content-type': 'application/json', 'x-heddle-request': '1' }
  const path = `${house.url}/api/v1/sessions/${address.split('/').at(-1)}/messages`
  for (let i = 0; i < 230; i += 46) {
    const some = Array.from({ length: 46 }, (_, k) => `note ${i + k}`)
    const answers = await Promise.all(
      some.map((body) =>
        fetch(path, {
          method: 'POST',
          headers,
          body: JSON.stringify({ body, clientMessageId: body.replace(' ', '-'), mode: 'note' }),
        }),
      ),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  }
}

async function firstEvent(context: Visitor['context'], address: string): Promise<string> {
  const path = `/sessions/${address.split('/').at(-1)}/timeline?after=0&limit=1`
  const { items } = await call<{ items: { eventId: string }[] }>(context, house.url, ['GET', path])
  return items[0]?.eventId ?? ''
}
