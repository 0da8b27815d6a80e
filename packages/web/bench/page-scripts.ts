// What runs inside the page while it is measured. Nothing here may refer to anything outside of its own function: it is
// carried over as text.

import type { Page } from 'playwright-core'

export interface Opened {
  /** The newest row is drawn at the end of the timeline. */
  readableMs: number
  /** There is a place to write, and it takes text. */
  usableMs: number
}

/** Since the page was asked for, or since the mark. */
export function waitForReadable(page: Page, mark?: string): Promise<Opened> {
  return page.evaluate(async (name) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const until = performance.now() + 20_000
    const isReadable = () => {
      const feed = document.querySelector('[role="feed"]')
      const last = [...(feed?.querySelectorAll('article') ?? [])].at(-1)
      if (!last || getComputedStyle(last).visibility === 'hidden') return false
      const box = last.getBoundingClientRect()
      return box.height > 0 && box.bottom > 0 && box.bottom <= window.innerHeight
    }
    while (!isReadable()) {
      if (performance.now() > until) throw new Error('the page did not become readable')
      await frame()
    }
    const readable = performance.now()
    while (!document.querySelector('textarea')) await frame()
    document.querySelector('textarea')?.focus()
    await frame()
    const since = name === undefined ? 0 : (performance.getEntriesByName(name).at(-1)?.startTime ?? 0)
    return { readableMs: readable - since, usableMs: performance.now() - since }
  }, mark)
}

export interface Scrolled {
  steps: number
  /** How many different rows were in sight. */
  places: number
  /** A row in sight moved by something else than the reader did. */
  jumps: { step: number; place: string; wanted: number; moved: number; isResting: boolean }[]
}

/**
 * Scrolls step by step. After each one, what was in sight must have moved by the step and nothing else; and while the
 * reader rests and pages come in, nothing moves at all. A leap of most of a window shows other rows than before, so it
 * is only judged by the rest after it.
 */
export async function readScrolling({ steps, px }: { steps: number; px: number }): Promise<Scrolled> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  // What a reader scrolled is told to the page when a frame begins. A scroll from within a frame would come after that
  // telling and before rows are measured, where no reader's ever is, and the list would measure from the wrong place.
  const betweenFrames = () => new Promise((resolve) => setTimeout(resolve))
  const scroller = document.querySelector('[role="feed"]')?.parentElement?.parentElement
  if (!scroller) throw new Error('there is no timeline')
  const inSight = () => {
    const view = scroller.getBoundingClientRect()
    return [...scroller.querySelectorAll<HTMLElement>('article')].flatMap((article) => {
      const { top, bottom } = article.getBoundingClientRect()
      const isSeen =
        bottom > view.top && top < view.bottom && getComputedStyle(article).visibility !== 'hidden'
      return isSeen ? [{ place: article.dataset.place ?? '', top }] : []
    })
  }
  const places = new Set<string>()
  const jumps: Scrolled['jumps'] = []
  const judge = (
    seen: { place: string; top: number }[],
    wanted: number,
    step: number,
    isResting: boolean,
  ) => {
    for (const { place, top } of seen) {
      const now = scroller.querySelector(`article[data-place="${place}"]`)?.getBoundingClientRect().top
      if (now === undefined || Math.abs(now - top - wanted) <= 2) continue
      return void jumps.push({ step, place, wanted, moved: now - top, isResting })
    }
  }
  const isLeap = Math.abs(px) > scroller.clientHeight / 2
  for (let step = 0; step < steps; step += 1) {
    await betweenFrames()
    const seen = inSight()
    for (const { place } of seen) places.add(place)
    const before = scroller.scrollTop
    // As a reader's own scroll does, it comes with a sign of it.
    scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: px, bubbles: true }))
    scroller.scrollTop += px
    const wanted = before - scroller.scrollTop
    await frame()
    if (!isLeap) judge(seen, wanted, step, false)
    if (step % 4 !== 0) continue
    await frame()
    const resting = inSight()
    // Time for a page of rows to come in.
    await new Promise((resolve) => setTimeout(resolve, 30))
    await frame()
    judge(resting, 0, step, true)
  }
  return { steps, places: places.size, jumps }
}
