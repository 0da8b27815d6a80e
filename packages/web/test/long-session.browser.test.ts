// Ten thousand entries to read through, and a text of two thousand words to listen to, at a desk and on a phone: nothing
// jumps, little is drawn, and a screen reader is not spoken over.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { PersonId } from '@heddle/contract'
import type { Page } from 'playwright-core'
import { fillSessions } from '../../gateway/bench/fill-sessions.ts'
import { readScrolling, waitForReadable } from '../bench/page-scripts.ts'
import { call, openTeamSession } from './by-http.ts'
import type { HeldModel } from './held-model.ts'
import { answered, field, idle, writing } from './in-session.ts'
import { type HouseWithModel, openHouseWithModel } from './open-house.ts'
import { devices, say, type Visitor } from './visit.ts'

const longEvents = 10_000
const drawnMax = 60
const saidMax = 3
const words = Array.from({ length: 2_000 }, (_, i) => `word${i + 1} `)

let house: HouseWithModel
let model: HeldModel
let owner: Visitor
let longId = ''

before(async () => {
  house = await openHouseWithModel()
  ;({ model, owner } = house)
  const { person } = await call<{ person: { id: PersonId } }>(owner.context, house.url, ['GET', '/me'])
  await house.stop()
  const plan = { sessions: 1, events: 10, longEvents, personId: person.id, otherPersonIds: [person.id] }
  longId = fillSessions(house.folder, plan).longSessionId
  await house.startAgain()
})
after(() => house?.close())

for (const device of devices) {
  describe(`a long session, ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let reader: Visitor

    before(async () => {
      reader = await house.visitAs(owner, { device })
    })
    after(() => reader?.context.close())

    test('[UIT2] it opens at its end, and only what is near the window is drawn', async () => {
      const { page } = reader
      await page.goto(`${house.url}/sessions/${longId}`)
      await waitForReadable(page)
      // The rows above the window come right after the first drawing, and move nothing that is seen.
      await firstSeenAtRest(page)
      const { top, below } = await scrolled(page)
      assert.ok(top > 0 && below <= 1, `${below} px below the window`)
      assert.ok((await drawn(page)) <= drawnMax)
      assert.equal(await page.getByRole('article').last().getAttribute('aria-setsize'), '-1')
    })

    test('[UIS1] going up, older rows come without a jump, each once and in its order', async () => {
      const { page } = reader
      const before = await firstPlace(page)
      const slowly = await page.evaluate(readScrolling, { steps: 120, px: -150 })
      assert.deepEqual(slowly.jumps, [])
      const fast = await page.evaluate(readScrolling, { steps: 60, px: -900 })
      assert.deepEqual(fast.jumps, [])
      // Further than the rows that the page began with.
      assert.ok(before - (await firstPlace(page)) > 400, `from ${before} to ${await firstPlace(page)}`)
      const places = await placesOf(page)
      assert.deepEqual(
        places,
        [...new Set(places)].sort((a, b) => a - b),
      )
      assert.ok((await drawn(page)) <= drawnMax, `${await drawn(page)} articles`)
      const down = await page.evaluate(readScrolling, { steps: 60, px: 300 })
      assert.deepEqual(down.jumps, [])
      await page.getByRole('button', { name: /^(?:Jump to newest|Back to live)$/ }).click()
      await waitForReadable(page)
      assert.ok((await scrolled(page)).below <= 1)
    })

    test('[A11Y2] Page Up leads on beyond what is drawn, and the focus stays on an article', async () => {
      const { page } = reader
      await page.getByRole('article').last().focus()
      const start = await focusedPlace(page)
      for (let i = 0; i < 30; i += 1) {
        const here = await focusedPlace(page)
        await page.keyboard.press('PageUp')
        await page.waitForFunction(
          (was) => Number(document.activeElement?.getAttribute('data-place') ?? was) < was,
          here,
        )
      }
      assert.ok((await focusedPlace(page)) < start)
      await page.keyboard.press('Control+End')
      await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
    })

    test('[A11Y2] no live region stands around a text that streams, and two thousand words say three sentences at most', async () => {
      const { page } = reader
      const id = await openTeamSession(owner.context, house.url, `Words, ${device}`)
      await page.goto(`${house.url}/sessions/${id}`)
      await field(page).waitFor()
      await countSaid(page)
      await say(page, 'hold for many words')
      const answer = await model.next()
      answer.write('first ')
      await writing(page)
      assert.deepEqual(await liveAround(page, 'first'), [])
      for (let i = 0; i < words.length; i += 20) {
        answer.write(words.slice(i, i + 20).join(''))
        // Seen by the page before the next come, so that it really is a stream.
        if (i % 200 === 0) await answered(page, words[i]?.trim() ?? '').waitFor()
      }
      await answered(page, 'word2000').waitFor()
      assert.deepEqual(await liveAround(page, 'word2000'), [])
      answer.end()
      await idle(page)
      await page.getByRole('status').getByText('Main finished.').waitFor({ state: 'attached' })
      const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
      assert.ok(said.length <= saidMax, said.join(' | '))
      assert.ok(said.some((text) => text.includes('Main finished.')))
      assert.ok(!said.some((text) => text.includes('word')))
    })

    test('[UIS1] whoever reads up by keyboard while a text streams is not drawn back to the end', async () => {
      const { page } = reader
      await say(page, 'hold for more words')
      const answer = await model.next()
      answer.write('begin ')
      await answered(page, 'begin').waitFor()
      await page.getByRole('article').last().focus()
      for (let i = 0; i < words.length; i += 10) {
        answer.write(words.slice(i, i + 10).join(''))
        if (i === 500) await page.keyboard.press('PageUp')
        if (i === 600) await page.keyboard.press('PageUp')
        if (i % 100 === 0) await page.evaluate(() => new Promise(requestAnimationFrame))
      }
      answer.end()
      await idle(page)
      await page.getByRole('button', { name: 'Jump to newest' }).waitFor()
      assert.ok((await scrolled(page)).below > 100)
    })

    test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
      assert.deepEqual(reader.complaints, [])
    })
  })
}

function scrolled(page: Page): Promise<{ top: number; below: number }> {
  return page.evaluate(() => {
    const scroller = document.querySelector('[role="feed"]')?.parentElement?.parentElement
    if (!scroller) throw new Error('there is no timeline')
    const { scrollTop, scrollHeight, clientHeight } = scroller
    return { top: scrollTop, below: scrollHeight - scrollTop - clientHeight }
  })
}

function nextFrame(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise(requestAnimationFrame))
}

/** The first article that is seen, and where. */
function firstSeen(page: Page): Promise<[string | null, number] | undefined> {
  return page.evaluate(() => {
    const top =
      document.querySelector('[role="feed"]')?.parentElement?.parentElement?.getBoundingClientRect().top ?? 0
    for (const article of document.querySelectorAll('article')) {
      const box = article.getBoundingClientRect()
      if (box.bottom > top) return [article.getAttribute('data-place'), Math.round(box.top)]
    }
    return undefined
  })
}

/** Once what was set in motion has come to rest. */
async function firstSeenAtRest(page: Page): Promise<[string | null, number] | undefined> {
  for (;;) {
    const seen = await firstSeen(page)
    for (let frame = 0; frame < 5; frame += 1) await nextFrame(page)
    if (String(await firstSeen(page)) === String(seen)) return seen
  }
}

function drawn(page: Page): Promise<number> {
  return page.getByRole('feed').locator('article').count()
}

function placesOf(page: Page): Promise<number[]> {
  return page
    .getByRole('feed')
    .locator('article')
    .evaluateAll((all) => all.map((article) => Number(article.getAttribute('data-place'))))
}

async function firstPlace(page: Page): Promise<number> {
  const places = await placesOf(page)
  return Math.min(...places)
}

function focusedPlace(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.activeElement?.getAttribute('data-place')))
}

/** Keeps what the status region says from now on. */
async function countSaid(page: Page): Promise<void> {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const region = document.querySelector('[role="status"]')
    if (!region) throw new Error('there is no status region')
    const keep = () => {
      if (region.textContent) said.push(region.textContent)
    }
    new MutationObserver(keep).observe(region, { childList: true, subtree: true, characterData: true })
  })
}

/** Everything around the element with these words that would be read out as it changes. */
function liveAround(page: Page, text: string): Promise<string[]> {
  return answered(page, text).evaluate((article) => {
    const around: string[] = []
    const inside = [...article.querySelectorAll('*')]
    const outside: Element[] = []
    for (let one: Element | null = article; one; one = one.parentElement) outside.push(one)
    for (const element of [...outside, ...inside]) {
      const role = element.getAttribute('role') ?? element.tagName.toLowerCase()
      const live = element.getAttribute('aria-live')
      const isLive = ['status', 'log', 'alert', 'timer', 'marquee', 'output'].includes(role)
      if (isLive || (live !== null && live !== 'off')) around.push(element.outerHTML.slice(0, 80))
    }
    return around
  })
}
