// The first minutes, against the real gateway: from the owner link to the first answer, and where everyone lands later.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ann, bob, vic } from './accounts.ts'
import { invite } from './by-http.ts'
import { type EmptyHouse, openEmptyHouse } from './open-house.ts'
import { startGateway } from './start-gateway.ts'
import { join, type Visitor } from './visit.ts'

const pressesMax = 3

describe('the first run', () => {
  let house: EmptyHouse
  let owner: Visitor

  before(async () => {
    house = await openEmptyHouse()
    owner = await house.visit()
  })
  after(() => house?.close())

  test('[UIF3] from the owner link to the first answer it takes at most three presses', async () => {
    await reachAnswer(owner.page, house.ownerLink)
  })

  test('[UIF3] and so it is on a phone', async () => {
    const another = await startGateway()
    const phone = await house.visit({ device: 'phone' })
    try {
      await reachAnswer(phone.page, another.ownerLink ?? '')
      assert.deepEqual(phone.complaints, [])
    } finally {
      await phone.context.close()
      await another.stop()
      await another.remove()
    }
  })

  test('[UIF5] while the demo model answers a line says so, until it is put away', async () => {
    const { page } = owner
    const line = page.getByText('The demo model answers. It is built in and knows nothing.')
    await line.waitFor()
    assert.equal(await page.getByRole('link', { name: 'Add a key' }).getAttribute('href'), '/settings/models')
    assert.equal(await page.getByRole('alert').filter({ hasText: /./ }).count(), 0)
    await page.getByRole('button', { name: 'Dismiss this line' }).click()
    assert.equal(await line.count(), 0)
    await page.reload()
    await page.getByRole('article').first().waitFor()
    assert.equal(await line.count(), 0)
  })

  test('[UIF2] who has a session comes to the list, and no further one is opened', async () => {
    const { page } = owner
    await page.goto(`${house.url}/`)
    await page.waitForURL(`${house.url}/sessions`)
    assert.equal(await countSessions(page), 1)
  })

  test('[UIF1] an invited member begins in a session of their own, on a phone too', async () => {
    const link = await invite(owner.context, house.url, 'member')
    const late = await house.visit({ width: 390 })
    await join(late.page, link, bob)
    await late.page.waitForURL(/\/sessions\/ses_/)
    await late.page.getByRole('button', { name: 'show me markdown' }).click()
    await late.page.getByRole('article').getByText('One of each').waitFor()
    await late.page.getByText('An admin can connect a real one.').waitFor()
    assert.equal(await late.page.getByRole('link', { name: 'Add a key' }).count(), 0)
    assert.deepEqual(late.complaints, [])
    await late.context.close()
  })

  test('[UIF2] an invited viewer, who may not begin one, comes to the list', async () => {
    const link = await invite(owner.context, house.url, 'viewer')
    const late = await house.visit()
    await join(late.page, link, vic)
    await late.page.waitForURL(`${house.url}/sessions`)
    assert.deepEqual(late.complaints, [])
    await late.context.close()
  })

  test('[UIF1] a first session that cannot be opened is said, and tried again at a press', async () => {
    const link = await invite(owner.context, house.url, 'admin')
    const late = await house.visit()
    await late.page.route('**/api/v1/sessions', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { error: { code: 'internal', message: '' } } })
        : route.fallback(),
    )
    await late.page.goto(link)
    await late.page.getByLabel('Name').fill('Mei Tanaka')
    await late.page.getByLabel('Password', { exact: true }).fill('another quiet line')
    await late.page.getByRole('button', { name: 'Join', exact: true }).click()
    await late.page.getByRole('heading', { name: 'Your first session could not be opened' }).waitFor()
    await late.page.unroute('**/api/v1/sessions')
    await late.page.getByRole('button', { name: 'Try again' }).click()
    await late.page.waitForURL(/\/sessions\/ses_/)
    assert.equal(await countSessions(late.page), 1)
    await late.context.close()
  })

  test('[UIF3] all the while the browser refused nothing and nothing was thrown', () => {
    assert.deepEqual(owner.complaints, [])
  })
})

async function reachAnswer(page: Page, link: string): Promise<void> {
  const presses = await countPresses(page)
  await page.goto(link)
  const lines = page.getByRole('list', { name: 'What this is' }).getByRole('listitem')
  await lines.first().waitFor()
  assert.equal(await lines.count(), 3)
  await page.getByLabel('Name').fill(ann.name)
  assert.equal(await page.getByLabel('Handle').inputValue(), 'ann')
  await page.getByLabel('Password', { exact: true }).fill(ann.password)
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByRole('button', { name: 'research three things in parallel' }).click()
  await page.getByRole('article').getByText('Three things, side by side').waitFor()
  assert.ok(presses() <= pressesMax, `${presses()} presses`)
  assert.ok(presses() > 0, 'presses are counted')
}

/** Clicks of the pointer, and the keys that press something; what is typed is not counted. */
async function countPresses(page: Page): Promise<() => number> {
  let presses = 0
  await page.exposeFunction('countPress', () => {
    presses += 1
  })
  await page.addInitScript(() => {
    const count = () => (window as unknown as { countPress(): void }).countPress()
    window.addEventListener('pointerdown', count, true)
    window.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ' || event.key === 'Tab') count()
    })
  })
  return () => presses
}

async function countSessions(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const answer = (await (await fetch('/api/v1/sessions')).json()) as { items: unknown[] }
    return answer.items.length
  })
}
