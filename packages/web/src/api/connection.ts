// Whether the server answers, as last seen by any call. The banner listens; calls report.

export interface Connection {
  isLost(): boolean
  report(reached: boolean): void
  subscribe(listener: () => void): () => void
}

export function createConnection(): Connection {
  const listeners = new Set<() => void>()
  let lost = false
  return {
    isLost: () => lost,
    report(reached) {
      if (lost === !reached) return
      lost = !reached
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
