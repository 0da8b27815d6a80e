// Ten thousand entries to read through, and a text of two thousand words to listen to, at a desk and on a phone: nothing
// jumps, little is drawn, and a screen reader is not spoken over.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { PersonId } from '@heddle/contract'
import type { Locator, Page } from 'playwright-core'
import { fillSessions } from '../../gateway/bench/fill-sessions.ts'
import { readScrolling, waitForReadable } from '../bench/page-scripts.ts'
import { call, openTeamSession } from './by-http.ts'
import type { HeldAnswer, HeldModel } from './held-model.ts'
import { answered, field, idle, isFocused, writing } from './in-session.ts'
import { type HouseWithModel, openHouseWithModel } from './open-house.ts'
import { type Device, devices, say, type Visitor } from './visit.ts'

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
    afterEach(() => model.release())
    after(() => reader?.context.close())

    /** An answer that goes on for as long as the test does something, a line for each frame of the page. */
    const begin = async (text: string) => {
      await say(reader.page, text)
      const answer = await model.next()
      answer.write('begin ')
      await answered(reader.page, 'begin').last().waitFor()
      return streamOf(answer, reader.page)
    }

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

    test('[UIS1] for whoever wants less motion a change is there at once, not with the next frame', async () => {
      // The list measures and corrects within a frame; the shortest transition would have it measure what is no more.
      const height = await reader.page.evaluate(() => {
        const box = document.createElement('div')
        box.style.height = '10px'
        document.body.append(box)
        const before = box.offsetHeight
        box.style.height = '60px'
        const after = box.offsetHeight
        box.remove()
        return [before, after]
      })
      assert.deepEqual(height, [10, 60])
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

    test('[A11Y2] whoever goes elsewhere while the next article is still to be drawn is not called back', async () => {
      const { page } = reader
      await page.getByRole('article').last().focus()
      await page.evaluate(readScrolling, { steps: 6, px: -900 })
      const before = (await focusedPlace(page)) - 1
      assert.ok(!(await placesOf(page)).includes(before))
      const menu = page.getByRole('button', { name: 'More about this session' })
      // In one go: a frame later it may be drawn.
      await menu.evaluate((element: HTMLElement) => {
        const pageUp = new KeyboardEvent('keydown', { key: 'PageUp', bubbles: true })
        document.activeElement?.dispatchEvent(pageUp)
        element.focus()
      })
      await page.getByRole('article').last().waitFor()
      await firstSeenAtRest(page)
      assert.equal(await isFocused(menu), true)
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

    test('[UIS1] whoever reads up by keyboard while a text streams is not drawn back to the end, nor moved at all', async () => {
      const { page } = reader
      const stream = await begin('hold for more words')
      await page.getByRole('article').last().focus()
      await stream.during(async () => {
        await stream.seen(20)
        await page.keyboard.press('PageUp')
        await stream.seen(4)
        await page.keyboard.press('PageUp')
        await newest(page).waitFor()
        // The keys' own way may still be under way.
        const seen = await firstSeenAtRest(page)
        await stream.seen(20)
        assert.deepEqual(await firstSeen(page), seen)
        assert.ok((await scrolled(page)).below > 100)
      })
    })

    test('[UIS1] one press on "Jump to newest" leads there from where the keys led, and text goes on to be followed', async () => {
      const { page } = reader
      const stream = await begin('hold for the newest')
      await page.getByRole('article').last().focus()
      await stream.during(async () => {
        await stream.seen(20)
        for (const key of ['PageUp', 'PageUp', 'PageUp']) await page.keyboard.press(key)
        await newest(page).waitFor()
        // What streams may be too far away to be drawn.
        for (let frame = 0; frame < 4; frame += 1) await nextFrame(page)
        await (device === 'phone' ? newest(page).tap() : newest(page).click())
        await newest(page).waitFor({ state: 'detached' })
        await stream.seen(20)
        assert.equal(await newest(page).count(), 0)
      })
      await firstSeenAtRest(page)
      assert.ok((await scrolled(page)).below <= 1)
    })

    for (const [by, pull] of [
      [device === 'phone' ? 'finger' : 'wheel', pullUp],
      ['arrow keys', pressUp],
    ] as const) {
      test(`[UIS1] whoever goes up slowly by ${by} while a text streams gets away, and nothing moves them after`, async () => {
        const { page } = reader
        const stream = await begin(`hold for going up by ${by}`)
        await stream.during(async () => {
          await stream.seen(20)
          assert.equal(await newest(page).count(), 0)
          await pull(reader, device)
          await newest(page).waitFor()
          const seen = await firstSeenAtRest(page)
          await stream.seen(20)
          assert.deepEqual(await firstSeen(page), seen)
        })
        await newest(page).click()
        await newest(page).waitFor({ state: 'detached' })
      })
    }

    test('[UIS1] whoever pulls at the end without getting anywhere is still kept there', async () => {
      const { page } = reader
      const stream = await begin('hold for staying')
      await stream.during(async () => {
        await stream.seen(20)
        // There is nothing to scroll around it.
        await page.getByRole('button', { name: /^Stop/ }).focus()
        for (const key of ['ArrowUp', 'PageUp', 'Home']) await page.keyboard.press(key)
        await stream.seen(20)
        assert.equal(await newest(page).count(), 0)
      })
      await firstSeenAtRest(page)
      assert.ok((await scrolled(page)).below <= 1)
    })

    test('[UIS5] whatever is in sight can be pressed while a text streams and the list moves along', async () => {
      const { page } = reader
      const stream = await begin('hold for pressing')
      await stream.during(async () => {
        await stream.seen(20)
        assert.deepEqual(await besideRows(page, 30), [])
      })
    })

    test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
      assert.deepEqual(reader.complaints, [])
    })
  })
}

interface Stream {
  /** Writes meanwhile; ends, and is idle, after it. */
  during(act: () => Promise<void>): Promise<void>
  /** So many more lines have come to the page. */
  seen(lines: number): Promise<void>
}

function streamOf(answer: HeldAnswer, page: Page): Stream {
  let written = 0
  return {
    async during(act) {
      let isOver = false
      const end = () => {
        isOver = true
      }
      const acting = act()
      acting.then(end, end)
      while (!isOver) {
        written += 1
        answer.write(`${answer.asked}, line${written}.\n\n`)
        await nextFrame(page)
      }
      answer.end()
      await acting
      await idle(page)
    },
    seen: (lines) => answered(page, `${answer.asked}, line${written + lines}.`).waitFor(),
  }
}

function newest(page: Page): Locator {
  return page.getByRole('button', { name: /^Jump to newest/ })
}

/** By the wheel or a finger, a few pixels at a time. */
async function pullUp({ page, context }: Visitor, device: Device): Promise<void> {
  if (device === 'desk') {
    await page.mouse.move(640, 300)
    for (let i = 0; i < 10; i += 1) {
      await page.mouse.wheel(0, -4)
      await nextFrame(page)
    }
    return
  }
  const line = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    line.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 200, y }] })
  await touch('touchStart', 200)
  for (let y = 204; y <= 300; y += 4) await touch('touchMove', y)
  // Held still at last, so that nothing goes on by itself.
  for (let i = 0; i < 10; i += 1) {
    await touch('touchMove', 300)
    await nextFrame(page)
  }
  await touch('touchEnd')
  await line.detach()
}

async function pressUp({ page }: Visitor): Promise<void> {
  await page.getByRole('article').last().focus()
  for (let i = 0; i < 2; i += 1) await page.keyboard.press('ArrowUp')
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

/** What a press in the middle of the timeline would meet instead of a row, frame by frame. */
function besideRows(page: Page, frames: number): Promise<string[]> {
  return page.evaluate(async (count) => {
    const met: string[] = []
    for (let frame = 0; frame < count; frame += 1) {
      await new Promise(requestAnimationFrame)
      const box = document
        .querySelector('[role="feed"]')
        ?.parentElement?.parentElement?.getBoundingClientRect()
      if (!box) throw new Error('there is no timeline')
      const under = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      if (!under?.closest('article')) met.push(`frame ${frame}: ${under?.tagName}`)
    }
    return met
  }, frames)
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
