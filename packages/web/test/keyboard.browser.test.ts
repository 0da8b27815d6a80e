// The same ways by keyboard alone, with an eye on where the focus goes: no pointer is used in this file.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ann } from './accounts.ts'
import { focused } from './focused.ts'
import { type House, openHouse } from './open-house.ts'
import type { Visitor } from './visit.ts'

describe('by keyboard alone', () => {
  let house: House
  let visitor: Visitor

  before(async () => {
    house = await openHouse()
    visitor = await house.visit()
  })
  after(() => house?.close())

  test('[A11Y1] sign-in begins in its first field, and a wrong field takes the focus', async () => {
    const { page } = visitor
    await page.goto(`${house.url}/members`)
    await page.waitForURL(/sign-in/)
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'handle')
    await page.keyboard.press('Enter')
    await page.getByText('Type your handle.').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'handle')
    await page.keyboard.type('ann')
    await page.keyboard.press('Tab')
    await page.keyboard.type(ann.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${house.url}/members`)
    await waitForFocus(page, 'Members')
  })

  test('[A11Y1] the first stop of a page skips the navigation', async () => {
    const { page } = visitor
    await page.goto(`${house.url}/members`)
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Skip to content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Invite people')
  })

  test('[A11Y1] an invite is made, its link copied, and the focus comes back to the button', async () => {
    const { page } = visitor
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Invite someone' }).waitFor()
    await tabTo(page, (name, role) => role === 'radio' && name === 'member')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.type('For Kim')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: '7 days' }).waitFor()
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await tabTo(page, (name) => name === 'Make the link')
    await page.keyboard.press('Enter')
    await waitForFocus(page, 'Copy')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Copied').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(link, /\/join#hd/)
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Done')
    await page.keyboard.press('Enter')
    await waitForFocus(page, 'Invite people')
  })

  test('[A11Y1] Escape closes a dialog and gives the focus back to the row it came from', async () => {
    const { page } = visitor
    await page.goto(`${house.url}/members/invites`)
    await page.getByText('For Kim').waitFor()
    await tabTo(page, (name) => name === 'Withdraw: For Kim')
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await waitForFocus(page, 'Withdraw: For Kim')
  })

  test('[A11Y1] after a row was taken away, the list has the focus and the status says so', async () => {
    const { page } = visitor
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Withdraw')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('The invite was withdrawn.').waitFor()
    await waitForFocus(page, 'Invites')
  })

  test('[A11Y1] a menu opens, closes and leads to a dialog; the focus returns to its button', async () => {
    const { page } = visitor
    await page.goto(`${house.url}/members`)
    await page.getByText('@ann').waitFor()
    await tabTo(page, (name) => name === 'Actions for Ann Lee')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('menuitem', { name: 'Change role' }).waitFor()
    await page.keyboard.press('Escape')
    await waitForFocus(page, 'Actions for Ann Lee')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Change role' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Role of Ann Lee' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await waitForFocus(page, 'Actions for Ann Lee')
  })

  test('[A11Y1] a time zone is found by typing and saved', async () => {
    const { page } = visitor
    await page.goto(`${house.url}/settings`)
    await page.getByLabel('Name', { exact: true }).waitFor()
    await tabTo(page, (name) => name.startsWith('As in this browser'))
    await page.keyboard.press('Enter')
    await page.getByPlaceholder('Find a city or a region').waitFor()
    await page.keyboard.type('berlin')
    await page.getByRole('option', { name: 'Europe/Berlin' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await tabTo(page, (name) => name === 'Save')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Your account was saved.').waitFor()
    assert.equal(
      await page.evaluate(async () => (await (await fetch('/api/v1/me')).json()).person.timeZone),
      'Europe/Berlin',
    )
  })

  test('[A11Y1] a link of the navigation leads to the next page’s heading', async () => {
    const { page } = visitor
    await page.goto(`${house.url}/members`)
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    await tabTo(page, (name) => name === 'Settings')
    await page.keyboard.press('Enter')
    await waitForFocus(page, 'You')
    assert.deepEqual(visitor.complaints, [])
  })
})

/** Tab until it is there; failing, say where one came by. */
async function tabTo(page: Page, isIt: (name: string, role: string) => boolean): Promise<void> {
  const passed: string[] = []
  for (let i = 0; i < 40; i += 1) {
    const { name, role } = await page.evaluate(() => {
      const element = document.activeElement
      if (element instanceof HTMLInputElement) return { name: element.value, role: element.type }
      const name = element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
      return { name, role: element?.tagName ?? '' }
    })
    if (role !== 'BODY' && isIt(name, role)) return
    passed.push(name)
    await page.keyboard.press('Tab')
  }
  assert.fail(`never reached; passed ${passed.join(' → ')}`)
}

async function waitForFocus(page: Page, name: string): Promise<void> {
  try {
    await page.waitForFunction((wanted) => {
      const element = document.activeElement
      return (element?.getAttribute('aria-label') ?? element?.textContent?.trim()) === wanted
    }, name)
  } catch {
    assert.equal(await focused(page), name)
  }
}
