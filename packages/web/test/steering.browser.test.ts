// What one does while an agent works and after it failed, at a desk and on a phone: stop, steer, change what waits, retry.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { violationsOn } from './axe.ts'
import { call, openTeamSession } from './by-http.ts'
import type { HeldModel } from './held-model.ts'
import { answered, field, idle, isFocused, queue, queued, said, spoken, writing } from './in-session.ts'
import { type HouseWithModel, openHouseWithModel } from './open-house.ts'
import { devices, say, type Visitor } from './visit.ts'

let house: HouseWithModel
let model: HeldModel

before(async () => {
  house = await openHouseWithModel()
  model = house.model
})
after(() => house?.close())

for (const device of devices) {
  describe(`while an agent works, ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let visitor: Visitor

    before(async () => {
      const id = await openTeamSession(house.owner.context, house.url, `Steering, ${device}`)
      visitor = await house.visitAs(house.owner, { device })
      await visitor.page.goto(`${house.url}/sessions/${id}`)
      await field(visitor.page).waitFor()
    })
    afterEach(() => model.release())
    after(() => visitor?.context.close())

    const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
    const begin = async (text: string) => {
      await say(visitor.page, `hold ${text}`)
      const answer = await model.next()
      answer.write(`At ${text}. `)
      await writing(visitor.page)
      return answer
    }

    test('[SES4] Ctrl+Enter steers what runs: it is heard before what waits', async () => {
      const { page } = visitor
      const answer = await begin('work')
      await say(page, 'what waits')
      await queue(page).getByText('1 message waits').waitFor()
      await say(page, 'another way', 'Control+Enter')
      await queue(page).getByText('steers').waitFor()
      answer.end()
      await answered(page, 'Heard: what waits').waitFor()
      await idle(page)
      const heard = (await spoken(page)).filter((text) => text.startsWith('Main: Heard:'))
      assert.deepEqual(heard, ['Main: Heard: another way', 'Main: Heard: what waits'])
    })

    test('[UIC7] what waits is moved by its buttons and by pulling, and edited', async () => {
      const { page } = visitor
      const answer = await begin('sorting')
      for (const text of ['first', 'second', 'third']) await say(page, text)
      await queue(page).getByText('3 messages wait').waitFor()
      assert.deepEqual(await queued(page), ['first', 'second', 'third'])
      await button(page, 'Move up: third').press('Enter')
      await queue(page).getByRole('listitem').nth(1).getByText('third').waitFor()
      assert.equal(await isFocused(button(page, 'Move up: third')), true)
      await pull(page, 'second', 'first')
      await queue(page).getByRole('listitem').first().getByText('second').waitFor()
      assert.deepEqual(await queued(page), ['second', 'first', 'third'])
      await button(page, 'Edit: first').click()
      await page.getByRole('textbox', { name: 'Waiting message' }).fill('first of all')
      await button(page, 'Save').click()
      await queue(page).getByRole('listitem').nth(1).getByText('first of all').waitFor()
      await page.getByRole('textbox', { name: 'Waiting message' }).waitFor({ state: 'detached' })
      answer.end()
      await answered(page, 'Heard: third').waitFor()
      await idle(page)
      assert.deepEqual(model.heard().slice(-3), ['second', 'first of all', 'third'])
    })

    test('[UIC7] what waits is cancelled, and an undo puts it back at its place', async () => {
      const { page } = visitor
      const answer = await begin('undoing')
      for (const text of ['keep this', 'drop this', 'and this']) await say(page, text)
      await queue(page).getByText('3 messages wait').waitFor()
      await button(page, 'Cancel: drop this').click()
      await queue(page).getByText('2 messages wait').waitFor()
      assert.deepEqual(await queued(page), ['keep this', 'and this'])
      await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
      await queue(page).getByText('3 messages wait').waitFor()
      await queue(page).getByRole('listitem').nth(1).getByText('drop this').waitFor()
      assert.deepEqual(await queued(page), ['keep this', 'drop this', 'and this'])
      answer.end()
      await answered(page, 'Heard: and this').waitFor()
      await idle(page)
      assert.equal(await said(page, 'drop this').filter({ hasText: 'cancelled' }).count(), 1)
    })

    test('[SES9] a stop ends what runs and cancels what waits, and both say so', async () => {
      const { page } = visitor
      await begin('too much')
      await say(page, 'never heard')
      await queue(page).waitFor()
      const stop = page.getByRole('button', { name: /^Stop/ })
      await (device === 'desk' ? stop.press('Enter') : stop.click())
      await page.getByRole('status').getByText('Stopped. 1 waiting message was cancelled.').waitFor()
      await answered(page, 'At too much.').getByText('stopped here').waitFor()
      await said(page, 'never heard').getByText('cancelled by a stop').waitFor()
      await idle(page)
      assert.equal(await stop.count(), 0)
      assert.equal(await queue(page).count(), 0)
    })

    test('[A11Y2] the focus on a row that goes into the fold of its turn goes on from the fold', async () => {
      const { page } = visitor
      const answer = await begin('something to fold')
      answer.end()
      await idle(page)
      // Its end: the line of its beginning gives its place to the fold.
      const line = page
        .getByRole('article', { name: /turn/i })
        .filter({ hasText: /Worked/ })
        .last()
      await line.focus()
      const row = await line.getAttribute('data-row')
      const id = new URL(page.url()).pathname.split('/').at(-1)
      const next = { body: 'hold the next', mode: 'queue', clientMessageId: `next-${device}` }
      await call(house.owner.context, house.url, ['POST', `/sessions/${id}/messages`], next)
      const following = await model.next()
      await page.locator(`article[data-row="${row}"]`).waitFor({ state: 'detached' })
      await page.locator('article[aria-label*=", work,"]:focus').waitFor()
      await page.keyboard.press('PageUp')
      await page.locator('article[aria-label*=", said"]:focus').waitFor()
      following.end()
      await idle(page)
    })

    test('[SES9] from a row above, Shift+Tab and Enter reach Stop while a text streams', async () => {
      const { page } = visitor
      const answer = await begin('a long answer')
      for (let i = 1; i <= 60; i += 1) answer.write(`Line ${i}.\n\n`)
      await answered(page, 'Line 60.').waitFor()
      const stop = page.getByRole('button', { name: /^Stop/ })
      await page.getByRole('article').last().focus()
      await page.keyboard.press('PageUp')
      await page.keyboard.press('PageUp')
      for (let i = 0; i < 20 && !(await isFocused(stop)); i += 1) {
        answer.write(`And step ${i}.\n\n`)
        await page.keyboard.press('Shift+Tab')
      }
      assert.equal(await isFocused(stop), true)
      for (let frame = 0; frame < 30; frame += 1) {
        answer.write(`And frame ${frame}.\n\n`)
        await page.evaluate(() => new Promise(requestAnimationFrame))
      }
      assert.equal(await isFocused(stop), true)
      await page.keyboard.press('Enter')
      await page.getByRole('status').getByText('Stopped.').waitFor()
      await idle(page)
    })

    test('[SES9] a long message that waits is changed as a whole; what was typed outlives the message', async () => {
      const { page } = visitor
      const long = `${'thread '.repeat(4_000)}end`
      await begin('length')
      await say(page, long)
      await queue(page).getByText('cut', { exact: true }).waitFor()
      await page.getByRole('button', { name: /^Edit: thread/ }).click()
      const editor = page.getByRole('textbox', { name: 'Waiting message' })
      assert.equal(await editor.inputValue(), long)
      await editor.fill('what I typed')
      await button(page, 'Stop').click()
      await queue(page).getByText('What you typed is still here.').waitFor()
      assert.deepEqual(await violationsOn(page), [])
      await button(page, 'Put it into a new message').click()
      assert.equal(await field(page).inputValue(), 'what I typed')
      assert.equal(await isFocused(field(page)), true)
      await field(page).fill('')
      await idle(page)
    })

    test('[UIT6] [SES5] a failed turn says why and can be tried again, while it is the last thing that happened', async () => {
      const { page } = visitor
      model.refuseOnce()
      await say(page, 'fails at first')
      const failure = page.getByRole('article', { name: /turn failed/ })
      await failure.getByText('Main could not finish').waitFor()
      await failure.getByText('What was said and written so far is kept').waitFor()
      await failure.getByRole('button', { name: 'Retry' }).click()
      await answered(page, 'Heard: fails at first').waitFor()
      await idle(page)
      assert.equal(await said(page, 'fails at first').count(), 1)
      assert.equal(await page.getByRole('button', { name: 'Retry' }).count(), 0)
    })

    test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
      assert.deepEqual(visitor.complaints, [])
    })
  })
}

/** With the pointer, by the handle of one row to just above another. */
async function pull(page: Page, text: string, above: string): Promise<void> {
  const row = (words: string) => queue(page).getByRole('listitem').filter({ hasText: words })
  const from = await row(text).getByTitle('Drag to another place').boundingBox()
  const to = await row(above).boundingBox()
  assert.ok(from && to)
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, to.y + to.height / 2)
  await page.mouse.move(from.x + from.width / 2, to.y + 2)
  await page.mouse.up()
}
