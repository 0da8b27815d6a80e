// The toasts on the page: each stays for eight seconds, as long as nobody points at them or has the focus there; at most
// three, and an undo runs once. The clock is handed in.

export interface Toast {
  text: string
  undo?: () => void
  tone?: 'info' | 'bad'
}

export interface ShownToast extends Toast {
  id: number
}

export interface ToastStackDeps {
  now(): number
  /** Calls back after some time; what comes back calls it off. */
  after(ms: number, run: () => void): () => void
}

export interface ToastStack {
  show(toast: Toast): void
  shown(): readonly ShownToast[]
  dismiss(id: number): void
  undo(id: number): void
  /** Someone reads: nothing goes away meanwhile. */
  pause(): void
  resume(): void
  subscribe(listener: () => void): () => void
}

export const toastShownMs = 8_000
const shownMax = 3

interface Kept {
  toast: ShownToast
  leftMs: number
  since: number
}

export function createToastStack(deps: ToastStackDeps): ToastStack {
  const listeners = new Set<() => void>()
  let kept: Kept[] = []
  let shown: readonly ShownToast[] = []
  let isPaused = false
  let lastId = 0
  let callOff: (() => void) | undefined

  const changed = (next: Kept[]) => {
    kept = next
    shown = kept.map(({ toast }) => toast)
    schedule()
    for (const listener of listeners) listener()
  }
  const schedule = () => {
    callOff?.()
    callOff = undefined
    if (isPaused || kept.length === 0) return
    const next = Math.min(...kept.map(left))
    callOff = deps.after(Math.max(0, next), () => changed(kept.filter((one) => left(one) > 0)))
  }
  const left = ({ leftMs, since }: Kept) => leftMs - (isPaused ? 0 : deps.now() - since)

  return {
    show(toast) {
      lastId += 1
      const added = { toast: { ...toast, id: lastId }, leftMs: toastShownMs, since: deps.now() }
      changed([...kept, added].slice(-shownMax))
    },
    shown: () => shown,
    dismiss: (id) => changed(kept.filter(({ toast }) => toast.id !== id)),
    undo(id) {
      const found = kept.find(({ toast }) => toast.id === id)
      // Gone first: a second press finds nothing to undo.
      changed(kept.filter((one) => one !== found))
      found?.toast.undo?.()
    },
    pause() {
      if (isPaused) return
      kept = kept.map((one) => ({ ...one, leftMs: left(one) }))
      isPaused = true
      schedule()
    },
    resume() {
      if (!isPaused) return
      isPaused = false
      kept = kept.map((one) => ({ ...one, since: deps.now() }))
      schedule()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
