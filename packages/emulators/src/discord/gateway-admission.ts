// Whether a bot that identifies is let in: by its token, by what it wants to hear, and by how often it came.

import { GatewayCloseCodes, GatewayIntentBits } from 'discord-api-types/v10'
import type { DiscordState } from './discord-state.ts'
import type { DiscordApplication } from './discord-words.ts'
import type { BotFrame } from './gateway-frame.ts'
import { dayMs, type GatewayManners } from './gateway-words.ts'

export type Admission =
  | { kind: 'closed'; code: GatewayCloseCodes; reason: string }
  | ({ kind: 'admitted' | 'too_early' | 'token_reset' } & Guest)

interface Guest {
  botId: string
  intents: number
  shard: readonly [number, number]
}

interface AdmissionDesk {
  state: DiscordState
  manners: Pick<GatewayManners, 'identifiesPerDayMax' | 'identifyGapMs'>
  now: number
}

const knownIntents = Object.values(GatewayIntentBits).reduce<number>(
  (all, bit) => (typeof bit === 'number' ? all | bit : all),
  0,
)

export function judgeIdentify(
  { state, manners, now }: AdmissionDesk,
  { token, intents, shard = [0, 1] }: Extract<BotFrame, { kind: 'identify' }>,
): Admission {
  const application = [...state.applications.values()].find((each) => each.token === token)
  if (!application) return closed(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed.')
  if (!isShard(shard)) return closed(GatewayCloseCodes.InvalidShard, 'Invalid shard.')
  if ((intents & ~knownIntents) !== 0) return closed(GatewayCloseCodes.InvalidIntents, 'Invalid intent(s).')
  if ((intents & closedIntents(application)) !== 0) {
    return closed(GatewayCloseCodes.DisallowedIntents, 'Disallowed intent(s).')
  }
  const guest = { botId: application.id, intents, shard }
  const earlier = state.identifies.filter(({ botId, at }) => botId === application.id && now - at < dayMs)
  if (earlier.length >= manners.identifiesPerDayMax) return { kind: 'token_reset', ...guest }
  const isEarly = earlier.some(({ at }) => now - at < manners.identifyGapMs)
  return { kind: isEarly ? 'too_early' : 'admitted', ...guest }
}

/** Privileged ones that nobody switched on. */
function closedIntents({ mayReadContent, mayReadMembers, mayReadPresence }: DiscordApplication): number {
  return (
    (mayReadContent ? 0 : GatewayIntentBits.MessageContent) |
    (mayReadMembers ? 0 : GatewayIntentBits.GuildMembers) |
    (mayReadPresence ? 0 : GatewayIntentBits.GuildPresences)
  )
}

function isShard([index, count]: readonly [number, number]): boolean {
  return Number.isInteger(index) && Number.isInteger(count) && index >= 0 && index < count
}

function closed(code: GatewayCloseCodes, reason: string): Admission {
  return { kind: 'closed', code, reason }
}
