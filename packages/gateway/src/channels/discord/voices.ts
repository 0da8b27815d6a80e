// By which voice something is said: the bot's own, or the webhook's under the persona's name (PER1). Where webhooks cannot
// be had, the bot says it with the name in front (DSC1). What was once sent by one and may be there is never sent by the
// other.

import type { ConversationRef } from '@heddle/contract'
import type { ChannelSurroundings, NotSent, Persona } from '../channel.ts'
import { avatarPath, avatarSeed } from '../draw-avatar.ts'
import { dmType, groupDmType, isThreadType } from './channel-words.ts'
import { notNow } from './classify-answer.ts'
import { cutText } from './cut-text.ts'
import { ChannelNotSeen, type KnownChannels } from './known-channels.ts'
import type { Webhook, WebhookFound, Webhooks } from './webhooks.ts'

export type Voice =
  | { kind: 'own' }
  | { kind: 'webhook'; webhook: Webhook; channelId: string; threadId?: string }

export interface Voices {
  /** A webhook is made where it is needed. */
  choose(place: ConversationRef, persona: Persona): Promise<Voice | NotSent>
  /** By which a persona may have spoken there; nothing is made. */
  find(place: ConversationRef): Promise<Voice | NotSent>
}

export function createVoices(deps: { webhooks: Webhooks; known: KnownChannels }): Voices {
  const { webhooks, known } = deps

  /** Undefined: there are no webhooks in places of that kind, or the place is not to be seen. */
  async function webhookPlace(place: ConversationRef): Promise<WebhookPlace | undefined> {
    const { conversationId: id, parentConversationId: above } = place
    if (above !== undefined) return { channelId: above, threadId: id }
    const channel = await known.find(id)
    if (!channel || channel.type === dmType || channel.type === groupDmType) return undefined
    if (!isThreadType(channel.type)) return { channelId: id }
    return channel.parentId === undefined ? undefined : { channelId: channel.parentId, threadId: id }
  }

  async function ask(
    place: ConversationRef,
    find: (channelId: string) => Promise<WebhookFound>,
  ): Promise<Voice | NotSent> {
    let where: WebhookPlace | undefined
    try {
      where = await webhookPlace(place)
    } catch (error) {
      if (!(error instanceof ChannelNotSeen)) throw error
      return notNow(error.reply)
    }
    if (!where) return { kind: 'own' }
    const found = await find(where.channelId)
    switch (found.kind) {
      case 'there':
        return { kind: 'webhook', webhook: found.webhook, ...where }
      case 'none':
      case 'refused':
        return { kind: 'own' }
      case 'not_sent':
        return found
    }
  }

  return {
    async choose(place, persona) {
      if (persona.isAccount) return { kind: 'own' }
      return ask(place, (channelId) => webhooks.of(channelId))
    },
    find: (place) => ask(place, (channelId) => webhooks.findIn(channelId)),
  }
}

interface WebhookPlace {
  channelId: string
  threadId?: string
}

/** Words that Discord does not take in a name, with a sign in them. */
const takenWords: readonly [RegExp, string][] = [
  [/discord/gi, 'disc·ord'],
  [/clyde/gi, 'cly·de'],
]
const usernameCharsMax = 80

export function usernameOf({ name }: Persona): string {
  const written = takenWords.reduce(
    (text, [word, instead]) => text.replace(word, instead),
    name.replaceAll(/\s+/g, ' ').trim(),
  )
  const kept = cutText(written, usernameCharsMax)
  // Nobody may be called like a crowd.
  return kept === '' || /^(everyone|here)$/i.test(kept) ? `${kept}·` : kept
}

/** A still picture that Discord can fetch; undefined: it shows the webhook's own. */
export function avatarUrlOf(
  persona: Persona,
  { publicUrl }: Pick<ChannelSurroundings, 'publicUrl'>,
): string | undefined {
  if (persona.avatarUrl?.startsWith('https://')) return persona.avatarUrl
  const base = publicUrl()
  return base?.startsWith('https://') ? `${base}${avatarPath(avatarSeed(persona.name))}` : undefined
}
