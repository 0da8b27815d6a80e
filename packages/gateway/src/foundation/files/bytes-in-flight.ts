// How many bytes all tasks together have in memory at one moment. Whoever wants more than is free waits, in the order of
// coming: someone who needs little does not pass someone who needs much, or those would wait for ever.

export interface BytesInFlight {
  /**
   * Runs the task when its bytes are free, and frees them when it ends, however it ends. Whoever is aborted while they
   * wait leaves the line and is thrown the signal's reason; the task then never began.
   */
  hold<T>(bytes: number, signal: AbortSignal, task: () => Promise<T>): Promise<T>
  /** Of those that run now. */
  readonly held: number
  readonly waiting: number
}

interface Waiting {
  bytes: number
  enter(): void
}

export function createBytesInFlight(bytesMax: number): BytesInFlight {
  const line: Waiting[] = []
  let held = 0

  function admit(): void {
    for (let first = line[0]; first && held + first.bytes <= bytesMax; first = line[0]) {
      line.shift()
      held += first.bytes
      first.enter()
    }
  }

  function enter(bytes: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const place: Waiting = {
      bytes,
      enter() {
        signal.removeEventListener('abort', leave)
        resolve()
      },
    }
    function leave(): void {
      line.splice(line.indexOf(place), 1)
      reject(signal.reason)
      // Those behind may need less.
      admit()
    }
    signal.addEventListener('abort', leave, { once: true })
    line.push(place)
    admit()
    return promise
  }

  return {
    async hold(bytes, signal, task) {
      // Nobody could ever let in what is more than everything.
      const own = Math.min(bytes, bytesMax)
      if (own === 0) return task()
      signal.throwIfAborted()
      await enter(own, signal)
      try {
        return await task()
      } finally {
        held -= own
        admit()
      }
    },
    get held() {
      return held
    },
    get waiting() {
      return line.length
    },
  }
}
