// Runs tasks so that those of one key follow each other while keys do not wait for each other, and lets anyone
// interrupt what runs under a key. For work that lives only as long as the process; durable work has its own runner.

export interface KeyedRunner {
  /** Resolves with the task's own outcome. The signal fires when the key is interrupted. */
  run<T>(key: string, task: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Aborts the task that runs under the key now; those that wait behind it still run. True if one ran. */
  interrupt(key: string, reason: unknown): boolean
  /** How many keys have something running or waiting. */
  readonly size: number
}

interface Line {
  tail: Promise<unknown>
  waiting: number
  current: AbortController | null
}

export function createKeyedRunner(): KeyedRunner {
  const lines = new Map<string, Line>()

  async function run<T>(key: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { tail: Promise.resolve(), waiting: 0, current: null }
    lines.set(key, line)
    line.waiting++
    const turn = line.tail.then(async () => {
      const controller = new AbortController()
      line.current = controller
      try {
        return await task(controller.signal)
      } finally {
        line.current = null
        if (--line.waiting === 0) lines.delete(key)
      }
    })
    line.tail = turn.catch(() => undefined)
    return turn
  }

  return {
    run,
    interrupt(key, reason) {
      const current = lines.get(key)?.current
      current?.abort(reason)
      return current != null
    },
    get size() {
      return lines.size
    },
  }
}
