// All that people do in the world of sessions.

import type { SeededRandom } from '../../time/seeded-random.ts'
import type { SessionsTruth } from '../sessions-truth.ts'
import { type ActKind, type ActMix, pickAct } from './act-mix.ts'
import { cancel, edit, move, redact, stop } from './change-messages.ts'
import { decide } from './decide.ts'
import { fork } from './fork.ts'
import { archive, look, markRead, open, participants, rename } from './keep-sessions.ts'
import { command, note, say, steer } from './say.ts'
import type { Act } from './scene.ts'

const acts: Readonly<Record<ActKind, Act>> = {
  say,
  steer,
  note,
  command,
  open,
  fork,
  stop,
  edit,
  cancel,
  move,
  redact,
  rename,
  participants,
  markRead,
  look,
  archive,
  decide,
}

export function chooseSessionsAct(mix: ActMix, random: SeededRandom, { sessions }: SessionsTruth): Act {
  return acts[sessions.length === 0 ? 'open' : pickAct(mix, random)]
}
