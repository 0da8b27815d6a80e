// Who follows which scope over the live line, and under which epoch what they hold was seen. A scope may be expected
// before anyone follows it: then what is said in it is kept for the first who does.

import type { ClientFrame, LiveFrameOf, ServerFrame } from '@heddle/contract'

export interface Follower {
  hear(frame: ServerFrame): void
  /** The newest entry it has; undefined asks for a snapshot. */
  after(): number | undefined
  refused(code: string, message: string): void
  /** The line broke: what is never said twice may have been missed. */
  lost?(): void
}

export type ScopeFrame = LiveFrameOf<'snap' | 'ev' | 'd' | 'dr' | 'eph'>

export interface Followings {
  isAny(): boolean
  /** Gives back how to leave, which says whether nobody is left in that scope. */
  add(scope: string, follower: Follower): () => boolean
  /** Fulfilled when something was said in that scope, or cannot be any more. */
  expect(scope: string): Promise<void>
  /** Whether it was expected, and nobody had come. */
  expectNoMore(scope: string): boolean
  isExpected(scope: string): boolean
  heldFor(scope: string): readonly ScopeFrame[]
  ask(scope: string): void
  /** `asked`: those that need not be asked for. */
  askAll(epoch: number, asked?: readonly string[]): void
  tell(frame: ScopeFrame): void
  refuse(scope: string, code: string, message: string): void
  lose(): void
}

interface Following {
  followers: Set<Follower>
  epoch: number | undefined
  expected?: Expected
}

interface Expected {
  held: ScopeFrame[]
  done(): void
}

/** A scope in which so much happens is better asked for again. */
const heldMax = 500

export function createFollowings(write: (frame: ClientFrame) => void): Followings {
  const scopes = new Map<string, Following>()
  let current = 0
  const followersOf = (scope: string) => [...(scopes.get(scope)?.followers ?? [])]

  function ask(scope: string): void {
    const following = scopes.get(scope)
    if (!following) return
    const afters = followersOf(scope).map((follower) => follower.after())
    const after =
      afters.length === 0 || afters.includes(undefined) ? undefined : Math.min(...afters.map(Number))
    write({
      type: 'sub',
      scope,
      ...(after === undefined ? {} : { after }),
      ...(following.epoch === undefined ? {} : { epoch: following.epoch }),
    })
  }

  function hold(expected: Expected, frame: ScopeFrame): void {
    // A snapshot holds what was said before it; without one in front nothing makes sense.
    if (frame.type === 'snap') expected.held = [frame]
    else if (expected.held.length > 0) expected.held.push(frame)
    expected.done()
    if (expected.held.length > heldMax) endExpectation(frame.scope)
  }

  function endExpectation(scope: string): void {
    const following = scopes.get(scope)
    following?.expected?.done()
    if (following?.followers.size === 0) scopes.delete(scope)
  }

  return {
    isAny: () => scopes.size > 0,
    add(scope, follower) {
      const following = scopes.get(scope) ?? { followers: new Set(), epoch: undefined }
      const { expected } = following
      delete following.expected
      following.followers.add(follower)
      scopes.set(scope, following)
      const known = follower.after()
      for (const frame of expected?.held ?? [])
        if (frame.type !== 'snap' || known === undefined || frame.seq > known) follower.hear(frame)
      return () => {
        following.followers.delete(follower)
        if (following.followers.size > 0 || scopes.get(scope) !== following) return false
        return scopes.delete(scope)
      }
    },
    expect(scope) {
      if (scopes.has(scope)) return Promise.resolve()
      return new Promise((done) => {
        scopes.set(scope, { followers: new Set(), epoch: undefined, expected: { held: [], done } })
      })
    },
    expectNoMore(scope) {
      const isExpected = scopes.get(scope)?.expected !== undefined
      if (isExpected) endExpectation(scope)
      return isExpected
    },
    isExpected: (scope) => scopes.get(scope)?.expected !== undefined,
    heldFor: (scope) => scopes.get(scope)?.expected?.held ?? [],
    ask,
    askAll(epoch, asked = []) {
      current = epoch
      for (const scope of scopes.keys()) if (!asked.includes(scope)) ask(scope)
    },
    tell(frame) {
      const following = scopes.get(frame.scope)
      if (following && frame.type === 'snap') following.epoch = current
      if (following?.expected) hold(following.expected, frame)
      for (const follower of followersOf(frame.scope)) follower.hear(frame)
    },
    refuse(scope, code, message) {
      for (const follower of followersOf(scope)) follower.refused(code, message)
      // Whoever follows it then asks for themselves, and is told why not.
      if (scopes.get(scope)?.expected) endExpectation(scope)
    },
    lose() {
      for (const scope of scopes.keys()) for (const follower of followersOf(scope)) follower.lost?.()
      // Nobody misses what nobody followed.
      for (const [scope, { expected }] of scopes) if (expected) endExpectation(scope)
    },
  }
}
