// What happened in the rounds so far, in numbers.

import type { Discord } from '@heddle/emulators/discord/open-discord'
import type { Inspection } from '../inspect-database.ts'
import { createPlaceFigures, type PlaceFigures } from '../places/place-figures.ts'
import type { DiscordLedger } from './discord-ledger.ts'
import type { DiscordStage } from './discord-stage.ts'
import { mostWithin } from './check-manners.ts'

export interface DiscordFigures extends Pick<PlaceFigures, 'add'> {
  /** Of a round that is over. */
  take(database: Inspection, ledger: DiscordLedger): void
  tell(): Record<string, number>
}

export function createDiscordFigures({ discord }: DiscordStage): DiscordFigures {
  const { platform, gateway } = discord
  const figures = createPlaceFigures()
  return {
    add: figures.add,
    take(database, ledger) {
      const requests = platform.truth.requests.filter(({ number }) => number > ledger.firstRequest)
      const seen = requests.map((request) => ({
        status: platform.truth.statusOf(request),
        isEarly: request.isEarly,
      }))
      figures.takeRound(database, ledger, seen)
      figures.add('commands and presses', ledger.asked.length)
      figures.add('commands and presses that were answered', ledger.asked.filter(({ first }) => first).length)
    },
    tell: () => ({
      ...figures.tell(),
      'sessions: new': platform.state.identifies.length,
      'sessions: most new ones within an hour': mostWithin(
        platform.state.identifies.map(({ at }) => at),
        3_600_000,
      ),
      'sessions: taken up again': gateway.truth.resumes.filter(({ replayed }) => replayed !== undefined)
        .length,
      'sessions: not to be had any more': gateway.truth.resumes.filter(
        ({ replayed }) => replayed === undefined,
      ).length,
      'webhooks of ours': [...platform.state.webhooks.values()].filter(({ applicationId }) => applicationId)
        .length,
      'requests that count as invalid': platform.truth.invalidRequests(),
      ...judgedBy(discord),
    }),
  }
}

function judgedBy({ judge }: Discord): Record<string, number> {
  if (!judge) return {}
  const { requests, answers, breaches } = judge.report()
  return {
    "requests held against Discord's schemas": requests,
    "answers held against Discord's schemas": answers,
    'of both, not as they have it': breaches.length,
  }
}
