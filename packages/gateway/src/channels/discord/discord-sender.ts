// Sends, looks for what may have been sent, changes and takes back, by the voice that each message needs.

import type { ConversationRef } from '@heddle/contract'
import type {
  ChannelSurroundings,
  Found,
  LookFor,
  MessageSender,
  NotSent,
  OutboundMessage,
  Persona,
  SendOutcome,
} from '../channel.ts'
import { classifySend, classifyTrouble } from './classify-answer.ts'
import { inOwnVoice } from './fallback-voice.ts'
import { findSaid } from './find-said.ts'
import { bodyOf, filesOf } from './message-body.ts'
import type { MessageLinks } from './message-links.ts'
import { nonceOf } from './nonce.ts'
import { filesRefusal, type FilesToSend, readOutboundFiles, withoutFiles } from './outbound-files.ts'
import type { OwnAccount } from './own-account.ts'
import { codeOf, type DiscordRest, isOk, type Reply } from './rest-words.ts'
import { noteFault, sayByWebhook } from './say-by-webhook.ts'
import { usernameOf, type Voice, type Voices } from './voices.ts'
import type { Webhooks } from './webhooks.ts'

export interface SenderDeps {
  rest: DiscordRest
  own: OwnAccount
  voices: Voices
  webhooks: Webhooks
  links: MessageLinks
  around: Pick<ChannelSurroundings, 'publicUrl'>
}

/** Not there, or somebody else's: of a message that another voice said. */
const notByThisVoice: ReadonlySet<number> = new Set([10008, 10015, 50005, 50027])
/** It is there no more, nor is the channel that it was in. */
const gone: ReadonlySet<number> = new Set([10003, 10008])

export function createSender(deps: SenderDeps): MessageSender {
  const { rest, voices } = deps

  async function sayAsBot(message: OutboundMessage, files: FilesToSend): Promise<Reply> {
    const { deliveryId, part, place, persona, text, signal } = message
    const body = {
      ...bodyOf(message, inOwnVoice(persona, text)),
      ...filesOf(files, inOwnVoice(persona, text)),
      nonce: nonceOf(deliveryId, part),
      enforce_nonce: true,
    }
    const path = `/channels/${place.conversationId}/messages` as const
    return rest.call({ method: 'POST', path, body, files: files.files, signal })
  }

  async function sayWith(message: OutboundMessage, files: FilesToSend): Promise<Reply | NotSent> {
    const said = message.persona.isAccount ? 'own' : await sayByWebhook(deps, message, files)
    return said === 'own' ? sayAsBot(message, files) : said
  }

  return {
    async send(message) {
      const files = await readOutboundFiles(message.attachments)
      const reply = await sayWith(message, files)
      if (reply.kind === 'not_sent') return reply
      const why = files.files.length === 0 ? undefined : filesRefusal(reply)
      // Proven not to be sent: a text is not lost over its files, nor a place over what the bot may do there.
      const again = why === undefined ? reply : await sayWith(message, withoutFiles(message.attachments, why))
      return again.kind === 'not_sent' ? again : toldSent(deps, message.place, again)
    },

    async find(look): Promise<Found> {
      await deps.webhooks.load()
      const found = await findSaid(
        { rest, own: deps.own, isOwnWebhook: (id) => deps.webhooks.isOwn(id) },
        {
          channelId: look.place.conversationId,
          looks: looksOf(look),
          files: look.attachments,
          nonce: nonceOf(look.deliveryId, look.part),
          after: look.after,
          startedAt: look.startedAt,
          signal: look.signal,
        },
      )
      if (found.kind !== 'found') return found
      const copies = found.ids.map(async (platformId) => {
        const link = await deps.links.to(look.place, platformId)
        return { platformId, ...(link !== undefined && { link }) }
      })
      return { kind: 'found', copies: await Promise.all(copies) }
    },

    async edit(message) {
      const { place, platformId, persona, text, signal } = message
      const reply = await byEachVoice(place, persona, (voice) => {
        const body = bodyOf(message, voice.kind === 'own' ? inOwnVoice(persona, text) : text)
        return rest.call({ method: 'PATCH', ...addressOf(voice, place, platformId), body, signal })
      })
      return reply.kind === 'not_sent' ? reply : toldSent(deps, place, reply)
    },

    async remove(place, platformId, signal) {
      const reply = await byEachVoice(place, undefined, (voice) =>
        rest.call({ method: 'DELETE', ...addressOf(voice, place, platformId), signal }),
      )
      if (reply.kind === 'not_sent') return reply
      // What is not there any more need not be taken back.
      if (isOk(reply) || gone.has(codeOf(reply))) return { kind: 'sent', platformId }
      return classifyTrouble(reply)
    },
  }

  /** Which voice said it is not on record: one that did not says so, and the other is asked. */
  async function byEachVoice(
    place: ConversationRef,
    persona: Persona | undefined,
    ask: (voice: Voice) => Promise<Reply>,
    isAgain = false,
  ): Promise<Reply | NotSent> {
    // Asked for somebody else's message, a webhook answers that it is not there, which costs nothing.
    const order = persona?.isAccount ? (['own', 'webhook'] as const) : (['webhook', 'own'] as const)
    let reply: Reply = { kind: 'unreachable', detail: 'there is nobody who could have said it' }
    for (const kind of order) {
      const voice = kind === 'own' ? { kind } : await voices.find(place)
      if (voice.kind === 'not_sent') return voice
      // There is no webhook, and the bot has its own turn.
      if (voice.kind !== kind) continue
      const answer = await ask(voice)
      if (voice.kind === 'webhook' && noteFault(deps.webhooks, voice, answer) && !isAgain) {
        return byEachVoice(place, persona, ask, true)
      }
      // A webhook that somebody moved does not see a thread which is there: only the bot knows whether it is gone.
      if (voice.kind === 'webhook' && codeOf(answer) === 10003) continue
      reply = answer
      if (!notByThisVoice.has(codeOf(reply))) return reply
    }
    return reply
  }
}

async function toldSent({ links }: SenderDeps, place: ConversationRef, reply: Reply): Promise<SendOutcome> {
  const outcome = classifySend(reply, undefined)
  if (outcome.kind !== 'sent') return outcome
  const link = await links.to(place, outcome.platformId)
  return { ...outcome, ...(link !== undefined && { link }) }
}

function looksOf({ persona, text }: LookFor) {
  const own = { voice: 'own', text: inOwnVoice(persona, text) } as const
  if (persona.isAccount) return [own]
  return [{ voice: 'webhook', username: usernameOf(persona), text } as const, own]
}

function addressOf(voice: Voice, { conversationId }: ConversationRef, messageId: string) {
  if (voice.kind === 'own') return { path: `/channels/${conversationId}/messages/${messageId}` as const }
  const { webhook, threadId } = voice
  return {
    path: `/webhooks/${webhook.id}/${webhook.token}/messages/${messageId}` as const,
    withToken: false,
    ...(threadId !== undefined && { query: { thread_id: threadId } }),
  }
}
