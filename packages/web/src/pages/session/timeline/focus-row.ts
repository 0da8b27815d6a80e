// Brings a row into sight and gives it the focus. Once for each call: where one goes from there is the reader's own.

import type { RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { type Align, chooseScroll } from './choose-scroll.ts'

/** Rows are drawn when they come near; looked for over this many frames. */
const framesWaited = 300
const framesBetweenScrolls = 10

/**
 * The list's own way of it scrolls there again whenever a height changes, and so would hold the reader there for as long
 * as a text streams.
 */
export function scrollToRow(
  view: HTMLElement | null,
  list: VirtualizerHandle | null,
  to: { index: number; startMarginPx: number; align: Align },
): void {
  if (!view || !list) return
  const row = { top: to.startMarginPx + list.getItemOffset(to.index), height: list.getItemSize(to.index) }
  view.scrollTop = chooseScroll(to.align, { row, view: { top: view.scrollTop, height: view.clientHeight } })
}

/**
 * A row is hidden until its height is known, and what is hidden takes no focus. On the way there the heights of others
 * become known as well, and the list has to be sent on a few times. Whoever has gone elsewhere meanwhile, to stop what
 * runs for instance, is not called back. With `isQuiet` it is only brought into sight: the focus belongs elsewhere.
 */
export function focusWhenDrawn(
  root: RefObject<HTMLElement | null>,
  place: number,
  scroll: () => void,
  isQuiet = false,
  frames = framesWaited,
  focused = document.activeElement,
): void {
  if (!isQuiet && document.activeElement !== focused && document.activeElement !== document.body) return
  const article = root.current?.querySelector<HTMLElement>(`article[data-place="${place}"]`)
  if (!isQuiet) article?.focus({ preventScroll: true })
  const isDrawn = isQuiet
    ? article?.checkVisibility({ visibilityProperty: true })
    : article === document.activeElement
  if (article && isDrawn && isInSight(article)) {
    // Its height was a guess until it was drawn.
    return scroll()
  }
  if (frames <= 0) return
  if (frames % framesBetweenScrolls === 0) scroll()
  const { activeElement } = document
  requestAnimationFrame(() => focusWhenDrawn(root, place, scroll, isQuiet, frames - 1, activeElement))
}

function isInSight(article: HTMLElement): boolean {
  const { top, bottom } = article.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
