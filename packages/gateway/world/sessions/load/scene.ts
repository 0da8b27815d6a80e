// What an act of a simulated person has at hand.

import type { EventId, SessionId } from '@heddle/contract'
import type { PersonActor } from '../../../src/people/people.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'
import type { Breaches } from '../../watch/breach.ts'
import type { Sometimes } from '../../watch/sometimes.ts'
import { makeWord, type Said, type SessionsTruth } from '../sessions-truth.ts'
import type { Ask } from './ask.ts'

export interface ActScene {
  name: string
  actor: PersonActor
  handles: readonly string[]
  random: SeededRandom
  truth: SessionsTruth
  breaches: Breaches
  sometimes: Sometimes
  ask: Ask
  /** The rooms of other platforms are no places to talk in. */
  isWebOnly?: boolean
  /** The step of the world that it is now. */
  step(): number
  pauseBeforeAskingAgain(): Promise<void>
  /** When whatever waited for a word does not wait any more. */
  comeBackTooLate(): Promise<void>
}

export type Act = (scene: ActScene) => Promise<void>

export function pickSession({ random, truth }: ActScene): SessionId | undefined {
  return truth.sessions.length === 0 ? undefined : random.pick(truth.sessions)
}

export interface HeardMessage extends Said {
  received: { sessionId: SessionId; eventId: EventId; seq: number }
}

const recent = 6

/** Something that was said lately; mostly one's own. */
export function pickMessage({ random, truth, actor }: ActScene): HeardMessage | undefined {
  const isMine = random.chance(0.8)
  const heard = [...truth.said.values()].filter(
    (said): said is HeardMessage =>
      said.received !== undefined && !said.isCommand && (!isMine || said.personId === actor.personId),
  )
  return heard.length === 0 ? undefined : random.pick(heard.slice(-recent))
}

export function makeText({ truth, random }: ActScene, kind: string): string {
  return `${makeWord(kind, truth.next())} ${'please '.repeat(random.below(3))}`.trim()
}
