// Tools at work, and the budget that ends a turn: what a command puts out while it runs, and how an admin raises what is
// used up.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { bob } from './accounts.ts'
import { violationsOn } from './axe.ts'
import { call, openTeamSession } from './by-http.ts'
import { answered, field, idle } from './in-session.ts'
import { type HouseWithModel, openHouseWithModel } from './open-house.ts'
import { devices, say, type Visitor } from './visit.ts'

let house: HouseWithModel
let guest: Visitor

/** Less than the demo model needs for two steps; the model that is held says nothing of what it used. */
const config = { budgets: { run: { tokens: 10 } } }

before(async () => {
  house = await openHouseWithModel(config)
  guest = await house.add(bob, 'member')
})
after(() => house?.close())

for (const device of devices) {
  describe(`tools ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let admin: Visitor
    let member: Visitor

    before(async () => {
      admin = await house.visitAs(house.owner, { device })
      member = await house.visitAs(guest, { device })
    })
    after(() => Promise.all([admin?.context.close(), member?.context.close()]))

    test('[UIT7] while a command runs the end of what it puts out is there, and is not said aloud', async () => {
      const { page } = admin
      const id = await openTeamSession(admin.context, house.url, `Slow, ${device}`)
      await page.goto(`${house.url}/sessions/${id}`)
      await field(page).waitFor()
      await say(page, 'hold: run it')
      const first = await house.model.next()
      const script = 'for i in $(seq 1 40); do echo "line $i of it"; done; read held; echo end'
      first.call('exec', {
        script: `${script.replace('read held', 'while [ ! -e go ]; do sleep 0.1; done')}; rm go`,
      })
      const progress = page.locator('[data-progress]')
      const allow = page.getByRole('button', { name: 'Allow once' })
      // Where there is no sandbox each command asks first.
      await progress.or(allow).first().waitFor()
      if (await allow.isVisible()) await allow.click()
      await progress.getByText('line 40 of it').waitFor()
      const box = await progress.boundingBox()
      assert.ok(box && box.height <= 140, `${box?.height} px`)
      assert.equal(
        await progress.locator('xpath=ancestor-or-self::*[@aria-live or @role="status"]').count(),
        0,
      )
      assert.deepEqual(await violationsOn(page), [])
      // From the same workspace, and not by the agent.
      await call(admin.context, house.url, ['POST', `/sessions/${id}/stop`])
      await progress.waitFor({ state: 'detached' })
      house.model.release()
      await idle(page)
    })

    test('[UIA7] a budget that is used up is raised by an admin, and the turn goes on', async () => {
      const { page } = admin
      const id = await openTeamSession(admin.context, house.url, `Dear, ${device}`)
      await call(admin.context, house.url, ['PATCH', `/sessions/${id}`], { model: 'demo/demo' })
      await Promise.all([page, member.page].map((each) => each.goto(`${house.url}/sessions/${id}`)))
      await field(page).waitFor()
      await say(page, 'show me tools')
      const failure = page.getByRole('article', { name: /turn failed/ })
      await failure.getByText('The budget for a turn is used up').waitFor()
      // Others see why, and whom to ask.
      await member.page.getByText('An admin can raise it').waitFor()
      assert.equal(await member.page.getByRole('button', { name: 'Raise the budget' }).count(), 0)
      await failure.getByRole('button', { name: 'Raise the budget' }).click()
      const dialog = page.getByRole('dialog', { name: 'Raise a budget: One turn' })
      await dialog.getByRole('button', { name: 'Raise and retry' }).click()
      await dialog.getByText('Say how much is added.').waitFor()
      assert.deepEqual(await violationsOn(page), [])
      await dialog.getByRole('textbox', { name: 'Model tokens to add' }).fill('1,000,000')
      await dialog.getByRole('button', { name: 'Raise and retry' }).click()
      await answered(page, 'is written, changed and read').waitFor()
      await page.getByText('The budget for a turn was raised by 1000000 model tokens.').waitFor()
      await idle(page)
      // What the change was stands on its row; what the budgets have left, with what was used.
      await page.getByText('+1 −1').first().waitFor()
      if (device === 'desk')
        await page
          .getByRole('button', { name: /^Used so far|tokens/ })
          .first()
          .click()
      else {
        await page.getByRole('button', { name: 'More about this session' }).click()
        await page.getByRole('menuitem', { name: 'Used so far' }).click()
      }
      await page.getByText(/of 1,000,010 model tokens/).waitFor()
      assert.deepEqual(await violationsOn(page), [])
    })

    test('[UIA6] the tools are told with their policy, and where commands run', async () => {
      const { page } = member
      await page.goto(`${house.url}/settings/tools`)
      await page.getByRole('heading', { name: 'Commands', exact: true }).waitFor()
      await page.getByText(/^(?:Commands run in a sandbox|There is no sandbox|Commands are off)/).waitFor()
      await page.getByText('fetch_url', { exact: true }).waitFor()
      assert.deepEqual(await violationsOn(page), [])
      assert.equal(await page.getByRole('link', { name: 'MCP servers' }).count(), 0)
      await admin.page.goto(`${house.url}/settings/mcp`)
      await admin.page.getByText('No MCP server is set.').waitFor()
      assert.deepEqual(await violationsOn(admin.page), [])
    })

    test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
      assert.deepEqual(admin.complaints, [])
      assert.deepEqual(member.complaints, [])
    })
  })
}
