// What breaks in the middle of a text, at a desk and on a phone: a reload, a network that is gone, a server that dies. All
// of the text is there in the end, and whatever was said meanwhile was said once.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { violationsOn } from './axe.ts'
import { openTeamSession } from './by-http.ts'
import type { HeldModel } from './held-model.ts'
import { holdLine, type Line } from './hold-line.ts'
import { answered, field, idle, spoken, writing } from './in-session.ts'
import { type HouseWithModel, openHouseWithModel } from './open-house.ts'
import { devices, say, type Visitor } from './visit.ts'

let house: HouseWithModel
let model: HeldModel
let watcher: Visitor

before(async () => {
  house = await openHouseWithModel()
  model = house.model
  watcher = house.owner
})
after(() => house?.close())

for (const device of devices) {
  describe(`in the middle of a text, ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let reader: Visitor
    let line: Line

    before(async () => {
      const id = await openTeamSession(watcher.context, house.url, `Breaks, ${device}`)
      reader = await house.visitAs(watcher, { device })
      line = await holdLine(reader.page)
      for (const { page } of [watcher, reader]) {
        await page.goto(`${house.url}/sessions/${id}`)
        await field(page).waitFor()
      }
    })
    after(() => reader?.context.close())

    const lost = (page: Page) => page.getByRole('alert').getByText('The server cannot be reached.')

    test('[UIS2] a reload takes the text up where it is, and the rest comes', async () => {
      const { page } = reader
      await say(page, 'hold the first')
      const answer = await model.next()
      answer.write('One, two, ')
      await answered(page, 'One, two,').waitFor()
      await page.reload()
      await writing(page)
      await answered(page, 'One, two,').waitFor()
      answer.write('three, ')
      await answered(page, 'One, two, three,').waitFor()
      answer.write('four.')
      answer.end()
      await idle(page)
      await idle(watcher.page)
      assert.deepEqual(await spoken(page), ['Ann Lee: hold the first', 'Main: One, two, three, four.'])
      assert.deepEqual(await spoken(watcher.page), await spoken(page))
    })

    test('[UIS2] without a network a banner says so; what came meanwhile is all there when it is back', async () => {
      const { page, context } = reader
      await say(page, 'hold the second')
      const answer = await model.next()
      answer.write('Before, ')
      await answered(page, 'Before,').waitFor()
      await line.cut()
      await context.setOffline(true)
      await lost(page).waitFor()
      assert.deepEqual(await violationsOn(page), [])
      // Said to nobody: it waits until there is a line again.
      await say(page, 'said in the tunnel')
      const onItsWay = page.getByRole('list', { name: 'On its way' })
      await onItsWay.getByText('said in the tunnel').waitFor()
      await onItsWay.getByText('waits for the server').waitFor()
      answer.write('meanwhile, ')
      await answered(watcher.page, 'meanwhile,').waitFor()
      assert.equal(await answered(page, 'meanwhile,').count(), 0)
      line.mend()
      await context.setOffline(false)
      await answered(page, 'Before, meanwhile,').waitFor()
      await lost(page).waitFor({ state: 'detached' })
      await onItsWay.waitFor({ state: 'detached' })
      answer.write('and after.')
      answer.end()
      await answered(page, 'Heard: said in the tunnel').waitFor()
      await idle(page)
      await idle(watcher.page)
      const seen = await spoken(page)
      assert.deepEqual(seen.slice(-4), [
        'Ann Lee: hold the second',
        'Main: Before, meanwhile, and after.',
        'Ann Lee: said in the tunnel',
        'Main: Heard: said in the tunnel',
      ])
      assert.deepEqual((await spoken(watcher.page)).slice(-4), seen.slice(-4))
    })

    test('[UIS3] what was said without a network is sent once, also when the page is loaded anew meanwhile', async () => {
      const { page } = reader
      await line.cut()
      await say(page, 'said before a reload')
      const onItsWay = page.getByRole('list', { name: 'On its way' }).getByText('said before a reload')
      await onItsWay.waitFor()
      await page.reload()
      line.mend()
      await answered(page, 'Heard: said before a reload').waitFor()
      await onItsWay.waitFor({ state: 'detached' })
      await idle(page)
      const seen = await spoken(page)
      assert.equal(seen.filter((text) => text === 'Ann Lee: said before a reload').length, 1)
    })

    test('[UIS2] a server that dies comes back with what it had written, and finishes', async () => {
      const { page } = reader
      await say(page, 'hold the third')
      const lostAnswer = await model.next()
      lostAnswer.write('Half of it')
      await answered(page, 'Half of it').waitFor()
      await house.kill()
      await say(page, 'said to nobody')
      await lost(page).waitFor()
      await house.startAgain()
      const answer = await model.next()
      answer.write('All of it.')
      answer.end()
      await answered(page, 'Heard: said to nobody').waitFor()
      await idle(page)
      await lost(page).waitFor({ state: 'detached' })
      const seen = await spoken(page)
      await page.reload()
      await answered(page, 'Heard: said to nobody').waitFor()
      assert.deepEqual((await spoken(page)).slice(-3), seen.slice(-3))
      assert.deepEqual(seen.slice(-3), [
        'Main: All of it.',
        'Ann Lee: said to nobody',
        'Main: Heard: said to nobody',
      ])
    })

    test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
      assert.deepEqual(reader.complaints, [])
      assert.deepEqual(watcher.complaints, [])
    })
  })
}
