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
    const mine = () => row('Your message field in The loft')
    // Nobody has spoken in that thread, so what it is called is known to its platform alone.
    const there = () => row(`thread ${thread}`)
    /** What has the focus, by the act and the row that it belongs to. */
    const focused = () =>
      visitor.page.evaluate(() => {
        const now = document.activeElement as HTMLElement | null
        return [now?.dataset.act ?? now?.tagName, now?.closest<HTMLElement>('[data-row]')?.dataset.row]
      })

    test('[UIH7] [BND1] it says which place belongs to which session, since when and until when', async () => {
      const { page } = visitor
      await page.goto(`${house.url}/bindings`)
      await there().getByText('in force').waitFor()
      await mine().getByText('by Ann Lee').waitFor()
      await mine()
        .getByText(/^ends .* if nobody writes$/)
        .waitFor()
      assert.deepEqual(await violationsOn(page), [])
      await mine().getByRole('link', { name: label, exact: true }).click()
      await page.waitForURL(`**/sessions/${child}`)
      await page
        .getByRole('article', { name: /, place, / })
        .filter({ hasText: thread })
        .waitFor()
      await page.getByRole('link', { name: 'All of its places' }).first().click()
      await page.waitForURL(`**/bindings?session=${child}`)
      await page.getByText(`Only “${label}”`).waitFor()
      await page.getByRole('link', { name: 'Deliveries', exact: true }).click()
      await page.waitForURL(`**/deliveries?session=${child}`)
      await page.getByRole('link', { name: 'Open the session' }).waitFor()
    })

    test('[UIH7] [BND2] it is found by words of its place', async () => {
      const { page } = visitor
      await page.goto(`${house.url}/bindings`)
      await mine().waitFor()
      const find = page.getByRole('searchbox', { name: 'Find by session, place or person' })
      await find.fill(`loopback ${label}`)
      await mine().waitFor({ state: 'detached' })
      await there().waitFor()
      await find.fill('a place that nobody has')
      await page.getByText('Nothing here is called “a place that nobody has”.').waitFor()
      await find.fill('')
      await mine().waitFor()
    })

    test('[UIH7] [A11Y1] one’s own message field is let go at once, taken up again, and the focus stays in the list', async () => {
      const { page } = visitor
      await mine()
        .getByRole('button', { name: /^End: / })
        .press('Enter')
      await mine().waitFor({ state: 'detached' })
      assert.equal((await focused())[0], 'end', 'the same act of the next row')
      await page.getByRole('button', { name: 'Undo' }).click()
      await mine().getByText('in force').waitFor()
    })

    test('[UIH7] [BND6] where others write one is asked first; then it has ended, and says by whom and when', async () => {
      const { page } = visitor
      const end = there().getByRole('button', { name: /^End: / })
      const dialog = page.getByRole('alertdialog', { name: 'End this binding?' })
      await end.press('Enter')
      await dialog.getByText('The session itself goes on. Heddle says so there.').waitFor()
      assert.deepEqual(await violationsOn(page), [])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.waitForFunction(() => document.activeElement?.getAttribute('data-act') === 'end')
      await end.press('Enter')
      await dialog.getByRole('button', { name: 'End it' }).press('Enter')
      await there().waitFor({ state: 'detached' })
      await page.waitForFunction(() => document.activeElement?.getAttribute('data-act') === 'end')
      await page.getByRole('button', { name: 'Ended', exact: true }).click()
      await there().getByText('ended: you left it').waitFor()
      await there()
        .getByText(/^from .* to /)
        .waitFor()
      assert.deepEqual(await violationsOn(page), [])
    })

    test('[UIH7] [A11Y1] whoever asks for more goes on with the first of it, also where that is all', async () => {
      const { context, page } = visitor
      for (let made = 0; made < 51; made += 1) {
        const conversation = place.openThread(`${label}-${made}`)
        await call(context, house.url, ['POST', '/bindings'], { targetSessionId: child, conversation })
      }
      await page.goto(`${house.url}/bindings?session=${child}`)
      const more = page.getByRole('button', { name: 'Load more' })
      await more.press('Enter')
      await more.waitFor({ state: 'detached' })
      const at = await page.evaluate(() => {
        const rows = [...document.querySelectorAll('[data-row]')]
        return rows.indexOf(document.activeElement as Element)
      })
      assert.equal(at, 50)
    })

    test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
      assert.deepEqual(visitor.complaints, [])
    })
  })
}
