// What happens when the server drops, answers strangely, or has ten thousand people.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type House, openHouse } from './open-house.ts'
import type { Visitor } from './visit.ts'

const crowd = 10_000

describe('odd states', () => {
  let house: House
  let visitor: Visitor

  before(async () => {
    house = await openHouse()
    visitor = house.owner
  })
  after(() => house?.close())

  test('[OPS1] a killed server shows the banner, what was typed stays, and all comes back with the server', async () => {
    const { page } = visitor
    await page.goto(`${house.url}/settings`)
    await page.getByLabel('Name', { exact: true }).fill('Ann Lee-Ito')
    await house.kill()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText('The server cannot be reached.', { exact: true }).waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Ann Lee-Ito')
    await house.startAgain()
    await page.getByRole('status').getByText('Connected again.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').getByText('Your account was saved.').waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
  })

  test('[API1] an answer that the page cannot read asks for a reload instead of breaking', async () => {
    const { page } = visitor
    await page.route('**/api/v1/members?*', (route) => route.fulfill({ status: 200, json: { persons: [] } }))
    await page.goto(`${house.url}/members`)
    await page.getByText('The server answered in a way this page does not know').waitFor()
    await page.unroute('**/api/v1/members?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('@ann').waitFor()
  })

  test('[PPL1] the list works with ten thousand people: more on demand, found by text', async () => {
    const { page } = visitor
    await answerWithCrowd(page)
    await page.goto(`${house.url}/members`)
    await page.getByText('100 people shown, there are more').first().waitFor()
    for (const shown of ['200', '300', '400']) {
      await page.getByRole('button', { name: 'Load more' }).click()
      await page
        .getByRole('paragraph')
        .filter({ hasText: `${shown} people shown` })
        .first()
        .waitFor()
    }
    await page.getByLabel('Find by name or handle').fill('person 9999')
    await page.getByText('@person9999').waitFor()
    await page.getByRole('main').getByText('1 person', { exact: true }).waitFor()
    await page.unroute('**/api/v1/members?*')
  })

  test('[API2] pressing twice makes one invite, and a retry after a lost answer carries the same key', async () => {
    const { page } = visitor
    const keys: (string | undefined)[] = []
    let isFirst = true
    await page.route('**/api/v1/invites', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      keys.push(route.request().headers()['idempotency-key'])
      if (!isFirst) return route.fallback()
      isFirst = false
      // The server has made it, but the answer is lost on the way.
      await route.fetch()
      return route.abort()
    })
    await page.goto(`${house.url}/members/invites`)
    await page.getByRole('button', { name: 'Invite people' }).first().click()
    await page.getByLabel('Note').fill('For Kim')
    await page.getByRole('button', { name: 'Make the link' }).dblclick()
    await page.getByRole('dialog').getByText('The server cannot be reached').waitFor()
    await page.getByRole('button', { name: 'Make the link' }).click()
    await page.getByRole('heading', { name: 'Here is the link' }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    assert.equal(keys.length, 2)
    assert.equal(keys[0], keys[1])
    await page.getByText('For Kim').waitFor()
    assert.equal(await page.getByText('For Kim').count(), 1)
  })
})

/** Stands in front of the real list; the rest of the page talks to the real server. */
async function answerWithCrowd(page: Page): Promise<void> {
  const people = Array.from({ length: crowd }, (_, i) => ({
    id: `per_${String(i).padStart(26, '0')}`,
    handle: `person${i}`,
    name: `Person ${i}`,
    role: 'member',
    state: 'active',
    timeZone: null,
    createdAt: '2026-03-01T09:00:00.000Z',
    updatedAt: '2026-03-01T09:00:00.000Z',
    version: 1,
  }))
  await page.route('**/api/v1/members?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const text = (query.get('text') ?? '').toLowerCase()
    const found = people.filter((person) => person.name.toLowerCase().includes(text))
    const from = Number(query.get('cursor') ?? 0)
    const upTo = from + Number(query.get('limit') ?? 50)
    const next = upTo < found.length ? { next: String(upTo) } : {}
    return route.fulfill({ status: 200, json: { items: found.slice(from, upTo), ...next } })
  })
}
