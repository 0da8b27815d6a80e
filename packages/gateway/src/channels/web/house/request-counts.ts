// How many requests were answered, by route and status, and how many sign-ins were tried. Plain numbers: the library
// that prints them is loaded when somebody first asks.

import type { SignInOutcome } from '../routes/sign-in-routes.ts'

export interface RequestCount {
  route: string
  method: string
  status: number
  count: number
  seconds: number
}

export interface RequestCounts {
  add(route: string, method: string, status: number, ms: number): void
  addSignIn(outcome: SignInOutcome): void
  all(): RequestCount[]
  signIns(): Readonly<Record<SignInOutcome, number>>
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function createRequestCounts(): RequestCounts {
  const counts = new Map<string, RequestCount>()
  const signIns: Record<SignInOutcome, number> = { signed_in: 0, wrong: 0, limited: 0 }
  return {
    add(route, method, status, ms) {
      // A client can invent methods without end; its inventions are counted together.
      const named = methods.has(method) ? method : 'other'
      const key = `${route} ${named} ${status}`
      const entry = counts.get(key) ?? { route, method: named, status, count: 0, seconds: 0 }
      entry.count++
      entry.seconds += ms / 1000
      counts.set(key, entry)
    },
    addSignIn: (outcome) => void signIns[outcome]++,
    all: () => [...counts.values()],
    signIns: () => signIns,
  }
}
