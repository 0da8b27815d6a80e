// Notices of the browser itself, outside of the page: whether one wants them in this browser, and when one is shown. The
// browser's own part is handed in.

export type NoticePermission = 'granted' | 'denied' | 'default'

export interface Notice {
  /** The same one is shown once, however many tabs hear of it. */
  id: string
  title: string
  body: string
  /** Where a press leads. */
  path: string
  go(path: string): void
}

export interface NoticeDeps {
  store: Pick<Storage, 'getItem' | 'setItem'> | undefined
  /** Undefined where the browser has none. */
  permission(): NoticePermission | undefined
  ask(): Promise<NoticePermission>
  show(notice: Notice): void
  /** Whether this page, or another tab of this browser, is before somebody's eyes. */
  isSeen(): Promise<boolean>
  /** Another tab chose. */
  watch(listener: () => void): () => void
}

/** `unasked`: nobody has chosen here yet. `refused`: the browser does not allow it. */
export type NoticeState = 'on' | 'off' | 'unasked' | 'refused' | 'impossible'

export interface Notices {
  state(): NoticeState
  /** Asks the browser, which asks the reader. */
  turnOn(): Promise<void>
  turnOff(): void
  show(notice: Notice): void
  subscribe(listener: () => void): () => void
}

const name = 'heddle.notices'

export function createNotices(deps: NoticeDeps): Notices {
  const listeners = new Set<() => void>()
  /** Where nothing can be kept, the choice holds until the page is left. */
  let kept: string | undefined
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const choose = (value: 'on' | 'off') => {
    kept = value
    try {
      deps.store?.setItem(name, value)
    } catch {
      // Full or forbidden.
    }
    tell()
  }
  const chosen = () => {
    try {
      return deps.store?.getItem(name) ?? kept
    } catch {
      return kept
    }
  }
  const state = (): NoticeState => {
    const permission = deps.permission()
    if (permission === undefined) return 'impossible'
    if (permission === 'denied') return 'refused'
    const value = chosen()
    if (value === 'on' && permission === 'granted') return 'on'
    return value === undefined || (value === 'on' && permission === 'default') ? 'unasked' : 'off'
  }
  return {
    state,
    async turnOn() {
      const permission = deps.permission()
      const given = permission === 'default' ? await deps.ask() : permission
      if (given === 'granted') choose('on')
      else tell()
    },
    turnOff: () => choose('off'),
    show(notice) {
      if (state() !== 'on') return
      void deps.isSeen().then((isSeen) => {
        if (!isSeen) deps.show(notice)
      })
    },
    subscribe(listener) {
      listeners.add(listener)
      const unwatch = deps.watch(listener)
      return () => {
        listeners.delete(listener)
        unwatch()
      }
    },
  }
}
