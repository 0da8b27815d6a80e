// What the first drawing needs is asked for while the app itself is still on its way: who is signed in, and over the live
// line what the page at this address follows.

import type { ClientFrame } from '@heddle/contract'
import { agentsUrl, helloFrame, meUrl, requestTimeMs } from './ahead.at-build.ts'
import { type LineAhead, openLineAhead, type RawSocket } from './line-ahead.ts'

export interface Ahead {
  /** Gives out what was asked for ahead, once, and as long as it is fresh; asks for everything else. */
  fetch: typeof globalThis.fetch
  /** Undefined once it was taken, or where none was opened. */
  takeLine(): LineAhead | undefined
  /** Whether there is a line to be taken is known then. */
  isLineOpen: Promise<boolean>
  /** What was asked for over the line. */
  scopes(): readonly string[]
}

export interface AheadDeps {
  path: string
  /** Who was signed in here last time. */
  wasHere: string | undefined
  fetch: typeof globalThis.fetch
  open(): RawSocket
  now(): number
}

const freshMs = 5_000

export function createAhead(deps: AheadDeps): Ahead {
  const begunAt = deps.now()
  const answers = new Map<string, Promise<Response>>()
  let line: LineAhead | undefined
  let isTaken = false

  function ask(url: string): void {
    const answer = deps.fetch(url, {
      headers: { Accept: 'application/json' },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(requestTimeMs),
    })
    // Whoever takes it hears of it.
    answer.catch(() => {})
    answers.set(url, answer)
  }

  function askAs(personId: string): void {
    const sessionId = sessionIn(deps.path)
    if (sessionId !== undefined) ask(agentsUrl)
    if (!isTaken) line = openLineAhead(deps.open(), saidFirst(personId, sessionId))
  }

  async function begin(): Promise<boolean> {
    if (isOutside(deps.path)) return false
    ask(meUrl)
    const personId = deps.wasHere ?? (await personIn(answers.get(meUrl)))
    if (personId !== undefined) askAs(personId)
    return line !== undefined
  }

  return {
    isLineOpen: begin(),
    scopes: () => line?.asked ?? [],
    takeLine() {
      const mine = line
      isTaken = true
      line = undefined
      return mine
    },
    fetch(input, init) {
      const url = String(input)
      const answer = answers.get(url)
      if (answer === undefined || (init?.method ?? 'GET') !== 'GET') return deps.fetch(input, init)
      answers.delete(url)
      return deps.now() - begunAt < freshMs ? answer : deps.fetch(input, init)
    },
  }
}

/** Where nobody has to be signed in. */
export function isOutside(path: string): boolean {
  return /^\/(sign-in|join|gallery)(\/|$)/.test(path)
}

function sessionIn(path: string): string | undefined {
  return /^\/sessions\/(ses_\w+)\/?$/.exec(path)?.[1]
}

/** How far one has read first, so that it is known when the session comes. */
function saidFirst(personId: string, sessionId: string | undefined): readonly ClientFrame[] {
  if (sessionId === undefined) return []
  const scopes = [`u:${personId}`, `s:${sessionId}`]
  return [helloFrame, ...scopes.map((scope): ClientFrame => ({ type: 'sub', scope }))]
}

/** Only to know whom to ask for: the app reads the answer itself, and checks it. */
async function personIn(asked: Promise<Response> | undefined): Promise<string | undefined> {
  try {
    const answer = await asked
    const body = (await answer?.clone().json()) as { person?: { id?: unknown } } | undefined
    const id = body?.person?.id
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}
