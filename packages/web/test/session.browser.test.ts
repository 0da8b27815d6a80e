// One session and who has to do with it: what it is called, who may see it and who may write, what a command answers, and
// where an ended sign-in leads. The real gateway and its demo model.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { bob, vic } from './accounts.ts'
import { violationsOn } from './axe.ts'
import { call } from './by-http.ts'
import { answered, field, idle, spoken } from './in-session.ts'
import { type House, openHouse } from './open-house.ts'
import { say, signIn, type Visitor } from './visit.ts'

describe('a session', () => {
  let house: House
  let owner: Visitor
  let member: Visitor
  let address = ''

  before(async () => {
    house = await openHouse()
    owner = house.owner
    member = await house.add(bob, 'member')
  })
  after(() => house?.close())

  test('[WEB1] what is written on the web is answered there, and names the session', async () => {
    const { page } = owner
    // Whoever has none is led into a first one.
    await page.goto(house.url)
    await page.waitForURL(/\/sessions\/ses_/)
    await say(page, 'hello there')
    await answered(page, 'demo model').waitFor()
    await page.getByText(/^Worked /).waitFor()
    await page.getByRole('heading', { level: 1, name: 'hello there' }).waitFor()
    assert.equal(await page.getByRole('list', { name: 'On its way' }).count(), 0)
    assert.deepEqual(await violationsOn(page), [])
    address = page.url()
  })

  test('[SES10] the title that a person gives stays, and everyone is shown it', async () => {
    const { page } = owner
    await page.getByRole('button', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Title' }).fill('')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await dialog.getByText('Type a title.').waitFor()
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Greetings')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor()
    await page.goto(`${house.url}/sessions`)
    await page.getByRole('link', { name: 'Greetings' }).waitFor()
  })

  test('[SES7] a private session does not exist for others, until they are added or the team sees it', async () => {
    await member.page.goto(address)
    await member.page.getByText('It is not there any more').waitFor()
    const { page } = owner
    await page.goto(address)
    await page.getByRole('button', { name: /^Who takes part/ }).click()
    const someone = page.getByRole('combobox', { name: 'Add someone' })
    await someone.fill('nobody')
    await someone.press('Enter')
    await page.locator('[aria-invalid="true"]').waitFor()
    await someone.fill('bo')
    await page.getByRole('option', { name: /@bob$/ }).click()
    await page.getByRole('dialog').getByRole('listitem').getByText('@bob').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await member.page.goto(address)
    await member.page.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor()
  })

  test('[CMD8] a slash command is answered in a line that only the asker sees; a wrong one names the nearest', async () => {
    const { page } = owner
    const before = await spoken(page)
    assert.ok(before.length > 0)
    // What is only begun is completed by Enter; a slip is not.
    await say(page, '/stauts')
    // The status region says the same.
    await page.getByText('There is no command /stauts. Did you mean /status?').first().waitFor()
    await say(page, '/status')
    await page.getByRole('region', { name: 'Answer to your command' }).waitFor()
    assert.deepEqual(await spoken(page), before)
    // Whatever is said later has come to both, the answer to neither.
    await say(page, 'repeat after that')
    await answered(member.page, 'after that').waitFor()
    await idle(member.page)
    assert.equal(await member.page.getByRole('region', { name: 'Answer to your command' }).count(), 0)
    assert.deepEqual((await spoken(member.page)).slice(0, before.length), before)
  })

  test('[SES7] a viewer reads along without a composer, and is told why', async () => {
    const { page } = owner
    await page.getByRole('button', { name: /^Who takes part/ }).click()
    await page.getByRole('button', { name: 'Show it to the team' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Show it to the team' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    const late = await house.add(vic, 'viewer', { width: 390 })
    await late.page.goto(`${house.url}/sessions`)
    await late.page.getByRole('link', { name: /Greetings/ }).click()
    await late.page.getByText('You are a viewer here').waitFor()
    assert.equal(await field(late.page).count(), 0)
    assert.equal(await late.page.getByRole('button', { name: 'Stop' }).count(), 0)
    assert.deepEqual(await violationsOn(late.page), [])
    assert.deepEqual(late.complaints, [])
    await late.context.close()
  })

  test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
    assert.deepEqual(owner.complaints, [])
    assert.deepEqual(member.complaints, [])
  })

  test('[PPL1] an ended sign-in leads to sign-in, and back to the session', async () => {
    const { page } = member
    await page.goto(address)
    await page.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor()
    const other = await house.visit()
    const { handle, password } = bob
    await call(other.context, house.url, ['POST', '/sign-in'], { handle, password })
    await call(other.context, house.url, ['DELETE', '/me/sign-ins'])
    await page.waitForURL(/\/sign-in\?to=%2Fsessions%2Fses_/)
    await signIn(page, bob)
    await page.waitForURL(address)
    await page.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor()
    await other.context.close()
  })
})
