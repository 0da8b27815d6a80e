// Hears that the reader reaches for another place before anything has moved: by wheel, finger, key, or a button of the
// mouse held down, which may be on the scrollbar or select text. For some frames after each such sign the reader pulls.
// Whether anything moved by it, or a box inside took it, is not judged here.

/** The browser tells of a scroll within a frame or two of its sign; a finger tells of itself five times a second. */
const framesPulled = 20
/** What a press made larger is caught up with at once: later it would move under the hand that presses next. */
const framesAfterPress = 2

const keysUp = new Set(['ArrowUp', 'PageUp', 'Home', ' ', 'Tab'])

export interface WatchedReader {
  isPulling(): boolean
  /** Whatever was reached for before is done with. */
  rest(): void
  stop(): void
}

/** `onRest`: the reader no longer pulls. */
export function watchReader(view: HTMLElement, onRest: () => void): WatchedReader {
  const listening = new AbortController()
  let framesLeft = 0
  let isHeld = false
  let frame = 0
  const count = () => {
    frame = 0
    if (!isHeld) framesLeft -= 1
    if (framesLeft > 0) frame = requestAnimationFrame(count)
    else onRest()
  }
  const pull = () => {
    framesLeft = framesPulled
    if (frame === 0) frame = requestAnimationFrame(count)
  }
  const listen = <K extends keyof WindowEventMap>(
    target: EventTarget,
    name: K,
    heard: (event: WindowEventMap[K]) => void,
  ) =>
    target.addEventListener(name, heard as EventListener, {
      // Before whoever handles it moves anything.
      capture: true,
      passive: true,
      signal: listening.signal,
    })

  listen(view, 'wheel', (event) => {
    if (event.deltaY < 0 && !event.ctrlKey) pull()
  })
  listen(view, 'touchmove', pull)
  listen(window, 'keydown', (event) => {
    if (keysUp.has(event.key) && (event.key === 'Tab' || !isTyping(event.target))) pull()
  })
  listen(view, 'pointerdown', (event) => {
    if (event.pointerType !== 'mouse') return
    isHeld = true
    pull()
  })
  const letGo = (event: PointerEvent) => {
    // Not every browser tells when the scrollbar is let go; the next move without a button does.
    if (event.buttons !== 0 || !isHeld) return
    isHeld = false
    framesLeft = Math.min(framesLeft, framesAfterPress)
  }
  listen(window, 'pointerup', letGo)
  listen(window, 'pointercancel', letGo)
  listen(window, 'pointermove', letGo)

  const rest = () => {
    cancelAnimationFrame(frame)
    frame = 0
    framesLeft = 0
    isHeld = false
  }
  return {
    isPulling: () => framesLeft > 0,
    rest,
    stop() {
      listening.abort()
      rest()
    },
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
}
