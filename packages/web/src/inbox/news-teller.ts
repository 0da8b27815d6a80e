// Tells of what comes into the inbox, at most once in three seconds: the first at once, what comes meanwhile together.

export interface NewsTellerDeps<T> {
  say(news: readonly T[]): void
  now(): number
  after(ms: number, run: () => void): void
}

const gapMs = 3_000

export function createNewsTeller<T>(deps: NewsTellerDeps<T>): (one: T) => void {
  let waiting: T[] = []
  let lastAt = Number.NEGATIVE_INFINITY
  let isTimed = false

  const flush = () => {
    isTimed = false
    const news = waiting
    waiting = []
    lastAt = deps.now()
    deps.say(news)
  }

  return (one) => {
    waiting.push(one)
    if (isTimed) return
    const wait = lastAt + gapMs - deps.now()
    if (wait <= 0) return flush()
    isTimed = true
    deps.after(wait, flush)
  }
}
