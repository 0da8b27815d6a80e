// One life of a simulated process. When it ends, none of its callbacks runs any more and nobody hears from it again.

export interface Life {
  readonly number: number
  readonly alive: boolean
  end(): void
  /** The promise's outcome, or a rejection with LifeIsOver as soon as the life ends. */
  orEnd<T>(promise: Promise<T>): Promise<T>
}

/** What whoever waits for a dead process gets: the connection broke, the outcome is unknown. */
export class LifeIsOver extends Error {
  constructor(number: number) {
    super(`life ${number} is over`)
    this.name = 'LifeIsOver'
  }
}

export function createLife(number: number): Life {
  const waiting = new Set<(error: LifeIsOver) => void>()
  let alive = true

  return {
    number,
    get alive() {
      return alive
    },
    end() {
      if (!alive) return
      alive = false
      const error = new LifeIsOver(number)
      for (const reject of waiting) reject(error)
      waiting.clear()
    },
    orEnd<T>(promise: Promise<T>): Promise<T> {
      if (!alive) {
        // It may end with the very step that ended the life; nobody listens to it then.
        promise.catch(() => undefined)
        return Promise.reject(new LifeIsOver(number))
      }
      return new Promise<T>((resolve, reject) => {
        waiting.add(reject)
        const settle = (fn: () => void) => {
          if (waiting.delete(reject)) fn()
        }
        promise.then(
          (value) => settle(() => resolve(value)),
          (error: unknown) => settle(() => reject(error)),
        )
      })
    },
  }
}
