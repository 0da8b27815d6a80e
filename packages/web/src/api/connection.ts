// Whether the server answers, as last seen by any call and by the live line. The banner listens; calls and the line report.

export interface Connection {
  isLost(): boolean
  report(reached: boolean): void
  /** The live line: a server that answers calls may still be behind something that lets no live line through. */
  reportLive(isUp: boolean): void
  /** The server no longer understands this page, or the other way round. */
  isOutdated(): boolean
  reportOutdated(): void
  subscribe(listener: () => void): () => void
}

export function createConnection(): Connection {
  const listeners = new Set<() => void>()
  const lost = { calls: false, live: false }
  let wasLost = false
  let isOutdated = false
  const tell = () => {
    const isLost = lost.calls || lost.live
    if (isLost === wasLost) return
    wasLost = isLost
    for (const listener of listeners) listener()
  }
  return {
    isLost: () => lost.calls || lost.live,
    report(reached) {
      lost.calls = !reached
      tell()
    },
    reportLive(isUp) {
      lost.live = !isUp
      tell()
    },
    isOutdated: () => isOutdated,
    reportOutdated() {
      isOutdated = true
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
