// A house in whose places outside answers are shown while they are written.

import { limits } from '@heddle/contract'
import { type Telling, telling } from './telling-house.ts'

const coalesceIdleMs = 1_000

export async function streaming(): Promise<Telling> {
  const account = { streaming: { mode: 'edit', coalesceChars: 40, coalesceIdleMs } } as const
  const scene = await telling({ account })
  follow(scene)
  return scene
}

export function follow(scene: Telling): void {
  scene.world.routing.streamReplies((error) => {
    throw error
  })
}

/** An answer in pieces, each of which comes when it is let go. */
export function pieces(...texts: string[]) {
  const gates = texts.map(() => Promise.withResolvers<void>())
  return {
    answer: texts.flatMap((text, i) => [
      text,
      { type: 'wait' as const, until: gates[i]?.promise ?? Promise.resolve() },
    ]),
    go: (i: number) => gates[i]?.resolve(),
  }
}

/** Long enough for what was written to be begun, told and shown. */
export async function moment(scene: Telling): Promise<void> {
  for (const ms of [limits.draftOpenMs, limits.draftFlushMs, coalesceIdleMs, coalesceIdleMs])
    await scene.wait(ms)
}
