// Decides what the one polite status region says and when: whole sentences, at most one every three seconds; what
// comes sooner waits and is merged.

export interface AnnouncerDeps {
  /** `isSeen`: also for the eye. */
  say(text: string, isSeen: boolean): void
  now(): number
  after(ms: number, run: () => void): void
}

const gapMs = 3_000
const waitingMax = 3

/** Says a whole sentence; with `isSeen` false only to those who listen, because others see it anyway. */
export type Announce = (text: string, isSeen?: boolean) => void

export function createAnnouncer(deps: AnnouncerDeps): Announce {
  let waiting: { text: string; isSeen: boolean }[] = []
  let lastAt = Number.NEGATIVE_INFINITY
  let isTimed = false

  const flush = () => {
    isTimed = false
    if (waiting.length === 0) return
    const said = waiting.slice(-waitingMax)
    waiting = []
    lastAt = deps.now()
    deps.say(
      said.map(({ text }) => text).join(' '),
      said.some(({ isSeen }) => isSeen),
    )
  }

  return (text, isSeen = true) => {
    if (waiting.at(-1)?.text !== text) waiting.push({ text, isSeen })
    if (isTimed) return
    const wait = lastAt + gapMs - deps.now()
    if (wait <= 0) return flush()
    isTimed = true
    deps.after(wait, flush)
  }
}
