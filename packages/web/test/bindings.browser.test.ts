// Which place belongs to which session, in the browser: the list, its ways, and how one ends a binding.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
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

for (const device of devices) {
  describe(`bindings ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let visitor: Visitor
    let chat = ''
    let child = ''
    let thread = ''
    const label = `keeper-${device}`

    before(async () => {
      visitor = await house.visitAs(house.owner, { device })
      const { context } = visitor
      chat = await openTeamSession(context, house.url, 'The loft')
      const spawned = await call<{ childSessionId: string }>(
        context,
        house.url,
        ['POST', `/sessions/${chat}/runs`],
        { task: 'Keep it.', label, mode: 'session' },
      )
      child = spawned.childSessionId
      const conversation = place.openThread(label)
      thread = conversation.conversationId
      await call(context, house.url, ['POST', '/bindings'], { targetSessionId: child, conversation })
      await call(context, house.url, ['POST', `/sessions/${chat}/commands`], { text: `/focus ${child}` })
    })
    after(() => visitor?.context.close())

    const list = () => visitor.page.getByRole('group', { name: 'Bindings', exact: true })
    const row = (name: string) =>
      list().getByRole('listitem').filter({ hasText: label }).filter({ hasText: name })

    test('[UIH7] [BND1] it says which place belongs to which session, since when and until when', async () => {
      const { page } = visitor
      await page.goto(`${house.url}/bindings`)
      await row(`thread ${thread} on loopback`).getByText('in force').waitFor()
      const mine = row('Your message field on the page of a chat')
      await mine.getByText('by Ann Lee').waitFor()
      await mine.getByText(/^until /).waitFor()
      assert.deepEqual(await violationsOn(page), [])
      await mine.getByRole('link', { name: label }).click()
      await page.waitForURL(`**/sessions/${child}`)
      await page
        .getByRole('article', { name: /, place, / })
        .filter({ hasText: thread })
        .waitFor()
      await page.getByRole('link', { name: 'All of its places' }).first().click()
      await page.waitForURL(`**/bindings?session=${child}`)
      await page.getByRole('link', { name: `Only of ${label}` }).waitFor()
    })

    test('[UIH7] one’s own message field is let go at once, and taken up again', async () => {
      const { page } = visitor
      const mine = row('Your message field on the page of a chat')
      await mine.getByRole('button', { name: /^End: / }).click()
      await mine.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await mine.getByText('in force').waitFor()
    })

    test('[UIH7] [BND6] where others write one is asked first; then it has ended, and says why', async () => {
      const { page } = visitor
      const there = row(`thread ${thread} on loopback`)
      await there.getByRole('button', { name: /^End: / }).click()
      const dialog = page.getByRole('alertdialog', { name: 'End this binding?' })
      assert.deepEqual(await violationsOn(page), [])
      await dialog.getByRole('button', { name: 'End it' }).click()
      await there.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Ended', exact: true }).click()
      await there.getByText('ended: someone left it').waitFor()
      assert.deepEqual(await violationsOn(page), [])
    })

    test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
      assert.deepEqual(visitor.complaints, [])
    })
  })
}
