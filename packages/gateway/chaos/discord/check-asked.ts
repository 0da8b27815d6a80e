// Holds commands and presses against what came of them: what Discord was answered took effect, and nothing did twice.

import type { Interaction } from '@heddle/emulators/discord/interactions'
import type { Inspection } from '../inspect-database.ts'
import type { DiscordLedger } from './discord-ledger.ts'

export function checkAsked(database: Inspection, { asked, lossAt }: DiscordLedger): string[] {
  return asked.flatMap((interaction) => {
    const taken = database.count(
      `select count(*) n from arrivals where channel = 'discord' and event_id = ?`,
      interaction.id,
    )
    const name = `${interaction.name ?? 'a press'} (${interaction.id}, in ${interaction.channelId})`
    if (taken > 1) return [`[I10] ${name} took effect ${taken} times`]
    return taken === 1 || !isPromised(interaction, lossAt.length > 0)
      ? []
      : [`[CHN6] ${name} was answered, and took no effect`]
  })
}

/** "Thinking" promises nothing where Discord itself forgot what it was about, and a form is a question. */
function isPromised({ first, isThinking, modal }: Interaction, hasLoss: boolean): boolean {
  return first !== undefined && !modal && !(isThinking && hasLoss)
}
