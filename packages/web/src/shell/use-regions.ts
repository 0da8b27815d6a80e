// F6 and Shift+F6: from one part of the page to the next. A part says what it is by `data-region`, and may mark by
// `data-f6` where one should land in it.

import { chooseRegion, type Region, regions } from './choose-layout.ts'
import { focusSoon } from './focus-soon.ts'
import { useListPlace } from './list-place.tsx'
import { useShortcut } from './shortcut-context.tsx'

export function useRegions(): void {
  const { show, isOver, leave } = useListPlace()
  const go = (direction: 1 | -1) => {
    const found = regions.flatMap((region) => {
      const element = document.querySelector<HTMLElement>(`[data-region="${region}"]`)
      // The list may be out of sight and is brought back, or taken away where it hides the rest; whatever else is out of
      // reach stays so.
      const isReachable = region === 'list' || isOver || !element?.closest('[inert]')
      return element && isReachable ? [{ region, element }] : []
    })
    const here = found.find(({ element }) => element.contains(document.activeElement))?.region
    const next = chooseRegion(
      found.map(({ region }) => region),
      here,
      direction,
    )
    if (next === 'list') show()
    else leave()
    land(found.find(({ region }) => region === next)?.element, next)
  }
  useShortcut('composer', () => {
    // Whoever reads a discussion replies there.
    const panel = document.activeElement?.closest('[data-region="panel"]')
    const reply = panel?.querySelector<HTMLElement>('[data-reply]')
    if (reply) return reply.focus()
    const composer = document.querySelector<HTMLElement>('[data-region="composer"]')
    if (!composer) return
    leave()
    land(composer, 'composer')
  })
  useShortcut('next-region', () => go(1))
  useShortcut('previous-region', () => go(-1))
}

/** Where to land in each, the best place first. */
const wanted: Record<Region, readonly string[]> = {
  list: ['[data-row][tabindex="0"]', 'input'],
  // Not on a button inside an earlier article.
  timeline: ['article[tabindex="0"]', '[tabindex="0"]'],
  panel: ['h2[tabindex]', 'button, a[href], input, textarea'],
  composer: ['textarea', 'input, button'],
}

function land(element: HTMLElement | undefined, region: Region | undefined): void {
  if (!element || !region) return
  for (const selector of ['[data-f6]', ...wanted[region]]) {
    if (element.querySelector(selector)) return focusSoon(() => element.querySelector<HTMLElement>(selector))
  }
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus()
}
