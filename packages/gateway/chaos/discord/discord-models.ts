// What the emulated models say in these rounds: they call sub-agents as they are told, and try to call everybody.

import type { EndpointModels } from '@heddle/emulators/model-endpoint'
import { placeModels } from '../places/place-plan.ts'
import { ids } from './who-is-there.ts'

/** Nobody of those may be called by it: they are no members, or a crowd. */
const calls = `@everyone @here <@${ids.gus}> <@${ids.mal}> `
/** Three parts and a bit. */
const longText = `${calls}${'All of it is well, and this goes on for a while. '.repeat(140)}`

export function discordModels(): EndpointModels {
  const { caller = { pieces: 2 }, slow = { pieces: 8 } } = placeModels()
  return {
    caller: { ...caller, piece: `${calls}All is well. ` },
    talker: { pieces: 1, piece: longText, firstDelayMs: 20 },
    slow: { ...slow, piece: `${calls}Wait. ` },
  }
}
