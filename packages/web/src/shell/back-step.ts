// A step of the browser's history that stands for something open over the page: going back closes that, and nothing
// else. Whatever closes it otherwise takes the step away again.

export interface Past {
  state(): unknown
  push(state: object): void
  back(): void
  /** Hears every step that was gone. */
  hear(listener: () => void): () => void
}

export interface BackStep {
  /** Takes the step away, if it is still there; done when it is. */
  leave(): Promise<void>
}

const mark = 'heddleOpen'

export function openBackStep(past: Past, onBack: () => void): BackStep {
  const before = past.state()
  past.push({ ...(isObject(before) ? before : {}), [mark]: true })
  let left: (() => void) | undefined
  const forget = past.hear(() => {
    if (isMarked(past.state())) return
    forget()
    if (left) left()
    else onBack()
  })
  return {
    leave() {
      if (!isMarked(past.state())) {
        forget()
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        left = resolve
        past.back()
      })
    },
  }
}

export function realPast(): Past {
  return {
    state: () => window.history.state,
    push: (state) => window.history.pushState(state, ''),
    back: () => window.history.back(),
    hear(listener) {
      window.addEventListener('popstate', listener)
      return () => window.removeEventListener('popstate', listener)
    },
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isMarked(state: unknown): boolean {
  return isObject(state) && mark in state
}
