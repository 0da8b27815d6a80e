// What is read stays where it is while the page around it becomes narrower or wider: for some frames the first article in
// sight is brought back to where it was, as often as the new breaks of the lines move it. Whoever scrolls meanwhile goes
// where they want, and whoever reads at the end is held there by the timeline itself.

const forMs = 600
const atEndPx = 2

export function keepReading(): void {
  const view = findScroller(document.querySelector('[data-region="timeline"]'))
  if (!view || view.scrollHeight - view.scrollTop - view.clientHeight <= atEndPx) return
  const article = firstInSight(view)
  if (!article) return
  const wanted = article.getBoundingClientRect().top
  const until = performance.now() + forMs
  const leaving = new AbortController()
  for (const kind of ['wheel', 'touchmove', 'keydown'] as const)
    view.addEventListener(kind, () => leaving.abort(), { passive: true, signal: leaving.signal })
  const step = (now: number) => {
    if (leaving.signal.aborted || !article.isConnected) return leaving.abort()
    const moved = article.getBoundingClientRect().top - wanted
    if (Math.abs(moved) >= 1) view.scrollTop += moved
    if (now < until) requestAnimationFrame(step)
    else leaving.abort()
  }
  requestAnimationFrame(step)
}

function findScroller(within: Element | null): HTMLElement | undefined {
  for (let at = within?.parentElement; at; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && getComputedStyle(at).overflowY !== 'visible') return at
  return undefined
}

/** One that begins in sight, else the one that fills it. */
function firstInSight(view: HTMLElement): HTMLElement | undefined {
  const { top, bottom } = view.getBoundingClientRect()
  const seen = Array.from(view.querySelectorAll<HTMLElement>('article')).filter((article) => {
    const place = article.getBoundingClientRect()
    return place.bottom > top && place.top < bottom
  })
  return seen.find((article) => article.getBoundingClientRect().top >= top) ?? seen[0]
}
