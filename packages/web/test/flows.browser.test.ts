// The way of a team through the app, against the real gateway: the owner comes in, invites, gives roles, makes a
// token, leaves and comes back.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ann } from './accounts.ts'
import { type EmptyHouse, openEmptyHouse } from './open-house.ts'
import { type Account, join, makeInvite, signIn, type Visitor } from './visit.ts'

const mei: Account = { name: 'Mei Tanaka', handle: 'mei', password: 'another quiet line' }

describe('a team comes in', () => {
  let house: EmptyHouse
  let owner: Visitor
  let member: Visitor
  let meiLink = ''

  before(async () => {
    house = await openEmptyHouse()
    owner = await house.visit()
    member = await house.visit()
  })
  after(() => house?.close())

  test('[PPL1] before the owner came, sign-in says where the owner link is', async () => {
    await owner.page.goto(`${house.url}/members`)
    await owner.page.waitForURL(/\/sign-in\?to=%2Fmembers$/)
    await owner.page.getByText('Nobody owns this place yet').waitFor()
  })

  test('[PPL1] the owner link makes the owner and leads on, and its code leaves the address', async () => {
    assert.ok(house.ownerLink)
    await owner.page.goto(house.ownerLink)
    await owner.page.getByRole('heading', { name: 'Make this place yours' }).waitFor()
    await join(owner.page, house.ownerLink, ann)
    assert.match(owner.page.url(), /\/sessions\/ses_[^#]+$/)
  })

  test('[PPL1] an invite lets a second person in, in another browser', async () => {
    meiLink = await makeInvite(owner.page, house.url, 'Member')
    await join(member.page, meiLink, mei)
    await member.page.getByRole('link', { name: 'Members' }).first().click()
    await member.page.getByText('@mei').waitFor()
    assert.equal(await member.page.getByRole('button', { name: 'Invite people' }).count(), 0)
    assert.equal(await member.page.getByRole('button', { name: /Actions for/ }).count(), 0)
  })

  test('[PPL1] a used link says what happened and what to do', async () => {
    const late = await house.visit()
    await late.page.goto(meiLink)
    await late.page.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
    await late.page.getByRole('button', { name: 'Go to sign-in' }).click()
    await late.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.deepEqual(late.complaints, [])
    await late.context.close()
  })

  test('[PPL2] a new role is given in the list and changes what the other is offered', async () => {
    const { page } = owner
    await page.goto(`${house.url}/members`)
    await page.getByRole('button', { name: 'Actions for Mei Tanaka' }).click()
    await page.getByRole('menuitem', { name: 'Change role' }).click()
    await page.getByRole('dialog').getByText('Admin', { exact: true }).click()
    await page.getByRole('button', { name: 'Make admin' }).click()
    await page.getByRole('status').getByText('Mei Tanaka is admin now.').waitFor()
    await member.page.reload()
    await member.page.getByRole('button', { name: 'Invite people' }).waitFor()
  })

  test('[PPL1] a taken handle is said at its field, and nothing else is lost', async () => {
    const link = await makeInvite(owner.page, house.url, 'Viewer')
    const late = await house.visit({ width: 390 })
    await late.page.goto(link)
    await late.page.getByLabel('Name').fill('Another Ann')
    await late.page.getByLabel('Handle').fill('@ANN')
    await late.page.getByLabel('Password', { exact: true }).fill('long enough, this')
    await late.page.getByRole('button', { name: 'Join', exact: true }).click()
    await late.page.getByText('@ANN is taken. Choose another one.').waitFor()
    assert.equal(await late.page.evaluate(() => document.activeElement?.getAttribute('name')), 'handle')
    await late.page.getByLabel('Handle').fill('ann2')
    await late.page.getByRole('button', { name: 'Join', exact: true }).click()
    await late.page.waitForURL(`${house.url}/sessions`)
    assert.deepEqual(late.complaints, [])
    await late.context.close()
  })

  test('[PPL2] an API token is shown once, works, and stops working when revoked', async () => {
    const { page } = owner
    await page.goto(`${house.url}/settings/tokens`)
    await page.getByRole('button', { name: 'Make a token' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Nightly report')
    await page.getByRole('button', { name: 'Make the token' }).click()
    const token = await page.getByRole('dialog').locator('code').innerText()
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), token)
    await page.getByRole('button', { name: 'Done' }).click()
    const ask = () => fetch(`${house.url}/api/v1/me`, { headers: { Authorization: `Bearer ${token}` } })
    assert.equal((await ask()).status, 200)
    await page.getByRole('button', { name: 'Revoke Nightly report' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No tokens yet.').waitFor()
    assert.equal((await ask()).status, 401)
  })

  test('[OPS2] an admin names the place, and the name stands on every page', async () => {
    const { page } = owner
    await page.goto(`${house.url}/settings/team`)
    await page.getByLabel('Name of this place').fill('Lindgren & Daughters')
    await page.getByLabel('Invites expire after, in hours').fill('9000')
    await page.getByRole('button', { name: 'Save 2 changes' }).click()
    await page.getByText(/This .*720/).waitFor()
    await page.getByLabel('Invites expire after, in hours').fill('48')
    await page.getByRole('button', { name: 'Save 2 changes' }).click()
    await page.getByRole('status').getByText('The settings were saved.').waitFor()
    await page.getByRole('link', { name: 'Members' }).first().click()
    await page.getByText('Lindgren & Daughters').first().waitFor()
    assert.equal(await page.title(), 'Members · Lindgren & Daughters')
  })

  test('[PPL3] the audit log tells who did what', async () => {
    const { page } = owner
    await page.goto(`${house.url}/settings/audit`)
    await page.getByText('member.change_role').first().waitFor()
  })

  test('[A11Y1] a chosen theme holds at once, after a reload, and before the app itself has loaded', async () => {
    const { page } = owner
    await page.goto(`${house.url}/settings/appearance`)
    await page.getByText('Dark', { exact: true }).click()
    await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' })
    await page.getByRole('status').getByText('Saved.').waitFor()
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload({ waitUntil: 'domcontentloaded' })
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark')
    await page.unroute('**/assets/*.js')
  })

  test('[PPL1] signing out and in leads back to where one wanted to go', async () => {
    const { page } = owner
    await page.goto(`${house.url}/`)
    await page.getByRole('button', { name: 'You are Ann Lee' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${house.url}/settings/tokens`)
    await page.waitForURL(/\/sign-in/)
    await signIn(page, { ...ann, password: 'not this one' })
    await page.getByText('The handle or the password is wrong').waitFor()
    await signIn(page, ann)
    await page.waitForURL(`${house.url}/settings/tokens`)
    await page.getByRole('heading', { name: 'API tokens' }).waitFor()
  })

  test('[PPL2] a removed person is led to sign-in at once, whatever they look at', async () => {
    await member.page.goto(`${house.url}/members`)
    await member.page.getByText('@mei').waitFor()
    const { page } = owner
    await page.goto(`${house.url}/members`)
    await page.getByRole('button', { name: 'Actions for Mei Tanaka' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByText('Remove Mei Tanaka?').waitFor()
    await page.getByRole('button', { name: 'Remove Mei Tanaka' }).click()
    await page.getByRole('status').getByText('Mei Tanaka was removed.').waitFor()
    assert.equal(await page.getByText('@mei').count(), 0)
    await member.page.waitForURL(/\/sign-in\?to=%2Fmembers$/)
  })

  test('[R14] too many guesses show how long to wait', async () => {
    const late = await house.visit()
    const body = JSON.stringify({ handle: 'ann', password: 'a wrong guess' })
    const headers = { 'Content-Type': 'application/json', 'X-Heddle-Request': '1' }
    let status = 0
    for (let i = 0; i < 30 && status !== 429; i += 1) {
      status = (await fetch(`${house.url}/api/v1/sign-in`, { method: 'POST', headers, body })).status
    }
    assert.equal(status, 429)
    await late.page.goto(`${house.url}/sign-in`)
    await signIn(late.page, { handle: 'ann', password: 'one more' })
    await late.page.getByText(/You can try again in \d+ (seconds|minutes?), at/).waitFor()
    assert.equal(await late.page.getByRole('button', { name: 'Sign in', exact: true }).isDisabled(), true)
    await late.context.close()
  })

  test('[R15] all the while the browser refused nothing and nothing was thrown', () => {
    assert.deepEqual(owner.complaints, [])
    assert.deepEqual(member.complaints, [])
  })
})
