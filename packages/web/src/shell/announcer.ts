// Decides what the one polite status region says and when: whole sentences, at most one every three seconds; what
// comes sooner waits and is merged.

export interface AnnouncerDeps {
  say(text: string): void
  now(): number
  after(ms: number, run: () => void): void
}

const gapMs = 3_000
const waitingMax = 3

export function createAnnouncer(deps: AnnouncerDeps): (text: string) => void {
  let waiting: string[] = []
  let lastAt = Number.NEGATIVE_INFINITY
  let isTimed = false

  const flush = () => {
    isTimed = false
    if (waiting.length === 0) return
    const text = waiting.slice(-waitingMax).join(' ')
    waiting = []
    lastAt = deps.now()
    deps.say(text)
  }

  return (text) => {
    if (waiting.at(-1) !== text) waiting.push(text)
    if (isTimed) return
    const wait = lastAt + gapMs - deps.now()
    if (wait <= 0) return flush()
    isTimed = true
    deps.after(wait, flush)
  }
}
