// What people ask programs for directly: commands, buttons, forms, words while typing. Each has a token, three seconds for the
// first answer, and a quarter of an hour for all others.

import { type InteractionResponseType, InteractionType } from 'discord-api-types/v10'
import type { PlatformClock } from '../loopback/platform-time.ts'
import { DiscordError } from './discord-error.ts'
import type { Modal } from './read-modal.ts'

export const firstAnswerMs = 3_000
export const tokenMs = 15 * 60_000

export interface Choice {
  name: string
  value: string | number
}

export interface Interaction {
  readonly id: string
  readonly token: string
  readonly applicationId: string
  readonly type: InteractionType
  readonly userId: string
  readonly channelId: string
  readonly createdAt: number
  /** Of the command. */
  readonly name?: string
  /** The one with the button. */
  readonly messageId?: string
  /** Of a form that was sent: what it was opened by. */
  readonly trigger?: { id: string; type: InteractionType }
  /** The first answer, if it came in time. */
  first: { type: InteractionResponseType; at: number } | undefined
  /** It was only said that an answer will come. */
  isThinking: boolean
  /** What `@original` means. */
  originalId: string | undefined
  followUpIds: string[]
  /** What was offered to whoever is typing. */
  choices: readonly Choice[]
  /** The form that was opened to whoever asked. */
  modal: Modal | undefined
}

export type InteractionAsked = Omit<
  Interaction,
  'first' | 'isThinking' | 'originalId' | 'followUpIds' | 'choices' | 'modal'
>

/** As whoever asked sees it: `failed` is "The application did not respond". */
export type InteractionOutcome = 'waiting' | 'thinking' | 'answered' | 'failed'

export interface Interactions {
  add(about: InteractionAsked): Interaction
  get(id: string): Interaction | undefined
  all(): readonly Interaction[]
  /** The one that may be answered first; throws 10062 where there is none any more, 40060 where that was done. */
  demandUnanswered(id: string, token: string): Interaction
  /** The one whose answers may be changed and followed; throws 50027 after its time, 10015 before its first answer. */
  demandAnswered(applicationId: string, token: string): Interaction
  answer(interaction: Interaction, type: InteractionResponseType): void
  /** Resolves with the first answer, or when the time for it is over. */
  settled(interaction: Interaction): Promise<void>
}

export function createInteractions(clock: PlatformClock): Interactions {
  const byId = new Map<string, Interaction>()
  const byToken = new Map<string, Interaction>()
  const waiting = new Map<string, Set<() => void>>()

  /** Nobody can answer them any more; whoever types a lot makes many. */
  function forgetOld(): void {
    for (const { id, token, createdAt } of byId.values()) {
      // They stand in the order in which they came.
      if (clock.wall() - createdAt <= tokenMs) return
      byId.delete(id)
      byToken.delete(token)
    }
  }

  return {
    add(about) {
      forgetOld()
      const open = {
        first: undefined,
        isThinking: false,
        originalId: undefined,
        followUpIds: [],
        choices: [],
        modal: undefined,
      }
      const interaction: Interaction = { ...about, ...open }
      byId.set(about.id, interaction)
      byToken.set(about.token, interaction)
      return interaction
    },
    get: (id) => byId.get(id),
    all: () => [...byId.values()],
    demandUnanswered(id, token) {
      const found = byId.get(id)
      if (!found || found.token !== token) throw new DiscordError(10_062)
      if (found.first) throw new DiscordError(40_060)
      if (isLate(found, clock.wall())) throw new DiscordError(10_062)
      return found
    },
    demandAnswered(applicationId, token) {
      const found = byToken.get(token)
      const isOver = !found || clock.wall() - found.createdAt > tokenMs
      if (isOver || found.applicationId !== applicationId) throw new DiscordError(50_027)
      if (!found.first || found.type === InteractionType.ApplicationCommandAutocomplete) {
        throw new DiscordError(10_015)
      }
      return found
    },
    answer(interaction, type) {
      interaction.first = { type, at: clock.wall() }
      for (const wake of waiting.get(interaction.id) ?? []) wake()
    },
    settled(interaction) {
      const leftMs = interaction.createdAt + firstAnswerMs - clock.wall()
      if (interaction.first || leftMs < 0) return Promise.resolve()
      return new Promise((resolve) => {
        const wakers = waiting.get(interaction.id) ?? new Set()
        waiting.set(interaction.id, wakers)
        const wake = () => {
          cancel()
          waiting.delete(interaction.id)
          resolve()
        }
        // One later than the last moment in which an answer still counts.
        const cancel = clock.timer(leftMs + 1, wake)
        wakers.add(wake)
      })
    },
  }
}

export function outcomeOf(interaction: Interaction, now: number): InteractionOutcome {
  if (!interaction.first) return isLate(interaction, now) ? 'failed' : 'waiting'
  return interaction.isThinking ? 'thinking' : 'answered'
}

function isLate({ createdAt }: Interaction, now: number): boolean {
  return now - createdAt > firstAnswerMs
}
