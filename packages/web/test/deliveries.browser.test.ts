// The outbox in the browser: what was sent stands at its row and in the list, and what is stuck is resent or let be.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { violationsOn } from './axe.ts'
import { call, openTeamSession } from './by-http.ts'
import { type HouseWithModel, openHouseWithModel } from './open-house.ts'
import { type Loopback, openLoopback } from './open-loopback.ts'
import { devices, type Visitor } from './visit.ts'

let place: Loopback
let house: HouseWithModel

before(async () => {
  place = await openLoopback()
  house = await openHouseWithModel(place.config)
})
after(async () => {
  await house?.close()
  await place?.close()
})

/** Nobody tells when the gateway has done what it does by itself. */
async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isSo()) return
    await setTimeout(100)
  }
  assert.fail(`in twenty seconds ${what}`)
}

for (const device of devices) {
  describe(`deliveries ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let visitor: Visitor
    let chat = ''

    before(async () => {
      visitor = await house.visitAs(house.owner, { device })
      chat = await openTeamSession(visitor.context, house.url, 'The outside')
    })
    after(async () => {
      house.model.release()
      await visitor?.context.close()
    })

    const open = (path: string) => visitor.page.goto(`${house.url}${path}`)
    const stuck = () => visitor.page.getByRole('group', { name: 'Deliveries that wait for somebody' })
    const others = () => visitor.page.getByRole('group', { name: 'Deliveries', exact: true })
    /** What has no place; what its place refused stands beside it. */
    const held = (text: string) =>
      stuck().getByRole('listitem').filter({ hasText: text }).filter({ hasText: 'No place' })
    const bind = (targetSessionId: string, conversation: object) =>
      call(visitor.context, house.url, ['POST', '/bindings'], { targetSessionId, conversation })

    /** A sub-agent that stays, whose place takes nothing any more when it has something to tell. */
    const loseCompletion = async (label: string): Promise<string> => {
      const { childSessionId } = await call<{ childSessionId: string }>(
        visitor.context,
        house.url,
        ['POST', `/sessions/${chat}/runs`],
        { task: `hold the ${label}`, label, mode: 'session' },
      )
      const answer = await house.model.next()
      const thread = place.openThread(label)
      await bind(childSessionId, thread)
      // A place that refuses even the greeting is given up at once, and then there is nothing to be held.
      await until(() => place.read(thread.conversationId).length > 0, 'nobody was greeted')
      place.platform.lock(thread.conversationId, true)
      answer.write(`All about ${label}.`)
      answer.end()
      // A page that was opened before would see it with its next look only, half a minute later.
      await until(async () => (await troublesOf(childSessionId)).includes('held'), 'nothing was held')
      return childSessionId
    }
    const troublesOf = async (sessionId: string) => {
      const path = `/deliveries?state=trouble&session=${sessionId}`
      const { items } = await call<{ items: { reason: string | null }[] }>(visitor.context, house.url, [
        'GET',
        path,
      ])
      return items.map(({ reason }) => reason)
    }

    test('[UIH5] [DLV7] what was said elsewhere leads to its delivery, and that to its place and back', async () => {
      const { page } = visitor
      place.say(`is anybody there, ${device}`)
      await open('/deliveries')
      const row = others()
        .getByRole('listitem')
        .filter({ hasText: `is anybody there, ${device}` })
      await row.getByText('sent', { exact: true }).waitFor()
      // This platform has no pages, so its addresses lead nowhere.
      assert.equal(await row.getByRole('link', { name: 'See it on loopback' }).count(), 0)
      assert.deepEqual(await violationsOn(page), [])
      await row.getByRole('link', { name: 'Where it was said' }).click()
      await page.waitForURL(/\/sessions\/ses_\w+\?at=evt_/)
      const answer = page
        .getByRole('article', { name: /, answered/ })
        .filter({ hasText: `is anybody there, ${device}` })
      await answer.getByRole('link', { name: 'sent: #general on loopback' }).click()
      await page.waitForURL(/\/deliveries\?session=ses_\w+&delivery=dlv_/)
      await page.getByRole('link', { name: 'Show all' }).waitFor()
      await row.first().waitFor()
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-current') === 'true')
      assert.match(
        (await page.locator(':focus').textContent()) ?? '',
        new RegExp(`is anybody there, ${device}`),
      )
    })

    test('[UIH6] [RTE1] what is held says why, and goes to its new place when it is resent', async () => {
      const { page } = visitor
      const child = await loseCompletion(`dye-${device}`)
      await open('/deliveries')
      const row = held(`All about dye-${device}.`)
      await row.getByText('held', { exact: true }).waitFor()
      await row.getByText('There is no place where it could be told.').waitFor()
      assert.deepEqual(await violationsOn(page), [])
      if (device === 'desk') await page.getByRole('link', { name: /^Places.*\d not delivered$/ }).waitFor()
      const next = place.openThread(`new-${device}`)
      await bind(child, next)
      await page.route('**/resend', (route) => route.abort())
      const resend = row.getByRole('button', { name: /^Resend: / })
      await resend.press('Enter')
      const failure = row.getByRole('alert')
      await failure.waitFor()
      const [whole, told] = [await row.boundingBox(), await failure.boundingBox()]
      assert.ok(whole && told && told.width > whole.width - 16, 'it stands below the row, as wide as that')
      await page.unroute('**/resend')
      await failure.waitFor({ state: 'detached' })
      await resend.press('Enter')
      await row.waitFor({ state: 'detached' })
      assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BODY')
      await others()
        .getByRole('listitem')
        .filter({ hasText: `All about dye-${device}.` })
        .getByText('sent', { exact: true })
        .waitFor()
      assert.ok(place.read(next.conversationId).some((text) => text.includes(`All about dye-${device}.`)))
    })

    test('[UIH6] [DLV4] what nobody wants sent is let be, after a question', async () => {
      const { page } = visitor
      await loseCompletion(`wool-${device}`)
      await open('/deliveries')
      const row = held(`All about wool-${device}.`)
      const dismiss = row.getByRole('button', { name: /^Dismiss: / })
      await dismiss.press('Enter')
      const dialog = page.getByRole('alertdialog', { name: 'Let this be?' })
      await dialog.getByText(`All about wool-${device}.`).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.waitForFunction(() => document.activeElement?.getAttribute('data-act') === 'dismiss')
      await dismiss.press('Enter')
      assert.deepEqual(await violationsOn(page), [])
      await dialog.getByRole('button', { name: 'Do not send it' }).click()
      await row.waitFor({ state: 'detached' })
      const dismissed = others()
        .getByRole('listitem')
        .filter({ hasText: `All about wool-${device}.` })
        .filter({ hasText: 'No place' })
      await dismissed.getByText('Dismissed by Ann Lee.').waitFor()
      await page.getByRole('button', { name: 'Sent', exact: true }).click()
      await dismissed.waitFor({ state: 'detached' })
    })

    test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
      assert.deepEqual(visitor.complaints, [])
    })
  })
}
