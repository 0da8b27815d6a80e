// Knows how many requests are being worked on, so that an orderly end can wait for them.

export interface RunningRequests {
  run<T>(task: () => Promise<T>): Promise<T>
  /** Resolves when none runs, or when the time is over. */
  idle(limitMs: number): Promise<void>
  readonly count: number
}

export function createRunningRequests(): RunningRequests {
  let count = 0
  let waiting: (() => void)[] = []

  return {
    async run(task) {
      count++
      try {
        return await task()
      } finally {
        count--
        if (count === 0) {
          for (const wake of waiting) wake()
          waiting = []
        }
      }
    },
    async idle(limitMs) {
      if (count === 0) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limitMs)
        waiting.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    },
    get count() {
      return count
    },
  }
}
