// Who follows which scope over the live line, and under which epoch what they hold was seen.

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
  ask(scope: string): void
  askAll(epoch: number): void
  tell(frame: ScopeFrame): void
  refuse(scope: string, code: string, message: string): void
  lose(): void
}

interface Following {
  followers: Set<Follower>
  epoch: number | undefined
}

export function createFollowings(write: (frame: ClientFrame) => void): Followings {
  const scopes = new Map<string, Following>()
  let current = 0
  const followersOf = (scope: string) => [...(scopes.get(scope)?.followers ?? [])]

  function ask(scope: string): void {
    const following = scopes.get(scope)
    if (!following) return
    const afters = followersOf(scope).map((follower) => follower.after())
    const after = afters.includes(undefined) ? undefined : Math.min(...afters.map(Number))
    write({
      type: 'sub',
      scope,
      ...(after === undefined ? {} : { after }),
      ...(following.epoch === undefined ? {} : { epoch: following.epoch }),
    })
  }

  return {
    isAny: () => scopes.size > 0,
    add(scope, follower) {
      const following = scopes.get(scope) ?? { followers: new Set(), epoch: undefined }
      following.followers.add(follower)
      scopes.set(scope, following)
      return () => {
        following.followers.delete(follower)
        if (following.followers.size > 0 || scopes.get(scope) !== following) return false
        return scopes.delete(scope)
      }
    },
    ask,
    askAll(epoch) {
      current = epoch
      for (const scope of scopes.keys()) ask(scope)
    },
    tell(frame) {
      const following = scopes.get(frame.scope)
      if (following && frame.type === 'snap') following.epoch = current
      for (const follower of followersOf(frame.scope)) follower.hear(frame)
    },
    refuse(scope, code, message) {
      for (const follower of followersOf(scope)) follower.refused(code, message)
    },
    lose() {
      for (const scope of scopes.keys()) for (const follower of followersOf(scope)) follower.lost?.()
    },
  }
}
