// What measures whether anything moves under a reader, measured itself: on a plain list nothing does, and what is made to
// move on purpose is found. Without this, a measure that no longer sees anything would look like a page at rest.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { readScrolling } from '../bench/page-scripts.ts'
import { openBrowser } from './open-browser.ts'

const rowPx = 50
const rows = Array.from({ length: 200 }, (_, i) => `<article data-place="${i}">Row ${i}</article>`).join('')
const list = `<style>
  #view { height: 400px; overflow: auto; overflow-anchor: none }
  article { height: ${rowPx}px }
</style><div id="view"><div><section role="feed">${rows}</section></div></div>`

describe('the measure of jumps', () => {
  let browser: Browser
  let page: Page

  before(async () => {
    browser = await openBrowser()
    page = await browser.newPage()
  })
  after(() => browser?.close())
  beforeEach(async () => {
    await page.setContent(list)
    // Until the browser has told of it, so that what a test listens for is a step of its own.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const view = document.getElementById('view')
          view?.addEventListener('scroll', resolve, { once: true })
          view?.scrollTo(0, 4_000)
        }),
    )
  })

  test('[UIS1] where nothing moves by itself it finds nothing, by small steps and by leaps', async () => {
    for (const px of [-40, 40, -300]) {
      const { jumps, places } = await page.evaluate(readScrolling, { steps: 8, px })
      assert.deepEqual(jumps, [])
      assert.ok(places >= 9, `${places} rows`)
    }
  })

  test('[UIS1] a row above that grows while the reader rests is found', async () => {
    await page.evaluate(() => {
      // The step is told of in its first frame; the rest begins with the fourth and lasts for more than one.
      const grow = (frames: number) => {
        if (frames > 0) requestAnimationFrame(() => grow(frames - 1))
        else document.querySelector('article')?.setAttribute('style', 'height: 74px')
      }
      document.getElementById('view')?.addEventListener('scroll', () => grow(5), { once: true })
    })
    const { jumps } = await page.evaluate(readScrolling, { steps: 1, px: -40 })
    assert.equal(jumps.length, 1)
    assert.deepEqual(
      { moved: jumps[0]?.moved, isResting: jumps[0]?.isResting },
      { moved: 24, isResting: true },
    )
  })

  test('[UIS1] a step of the reader that is taken back is found', async () => {
    await page.evaluate(() => {
      const view = document.getElementById('view')
      view?.addEventListener('scroll', () => view.scrollTo(0, 4_000), { once: true })
    })
    const { jumps } = await page.evaluate(readScrolling, { steps: 1, px: -40 })
    assert.equal(jumps.length, 1)
    assert.deepEqual(
      { wanted: jumps[0]?.wanted, moved: jumps[0]?.moved, isResting: jumps[0]?.isResting },
      { wanted: 40, moved: 0, isResting: false },
    )
  })
})
