// Says something under a persona's name, by the channel's webhook. A webhook that somebody deleted or moved is replaced
// once; where there can be none, the bot has to say it itself. After an answer that did not come nothing is changed about
// the way (DLV3).

import type { ChannelSurroundings, NotSent, OutboundMessage } from '../channel.ts'
import { fieldErrors, notNow } from './classify-answer.ts'
import { bodyOf, filesOf } from './message-body.ts'
import type { FilesToSend } from './outbound-files.ts'
import { codeOf, type DiscordRest, isOk, isRecord, type Reply, textOf } from './rest-words.ts'
import { avatarUrlOf, usernameOf, type Voice, type Voices } from './voices.ts'
import type { Webhooks } from './webhooks.ts'

export interface WebhookSpeech {
  rest: DiscordRest
  voices: Voices
  webhooks: Webhooks
  around: Pick<ChannelSurroundings, 'publicUrl'>
}

const triesMax = 3

/** `own`: there is no webhook to say it by, and nothing was said. */
export async function sayByWebhook(
  deps: WebhookSpeech,
  message: OutboundMessage,
  files: FilesToSend,
): Promise<Reply | NotSent | 'own'> {
  const { voices, webhooks } = deps
  let withAvatar = true
  for (let tries = 1; ; tries++) {
    const voice = await voices.choose(message.place, message.persona)
    if (voice.kind === 'not_sent') return voice
    if (voice.kind === 'own') return 'own'
    const reply = await execute(deps, voice, message, files, withAvatar)
    const fault = await judge(deps, voice, message, reply)
    if (typeof fault === 'object') return fault
    if (fault === undefined || tries === triesMax) return reply
    if (fault === 'username') return 'own'
    if (fault === 'avatar') withAvatar = false
    if (fault === 'moved') webhooks.forget(voice.channelId, voice.webhook.id)
  }
}

/** True: another look may bring one that works. */
export function noteFault(webhooks: Webhooks, { channelId, webhook }: WebhookVoice, reply: Reply): boolean {
  const code = codeOf(reply)
  if (code === 10015) webhooks.forget(channelId, webhook.id)
  if (code === 50027) webhooks.lookAgain(channelId)
  return code === 10015 || code === 50027
}

type WebhookVoice = Extract<Voice, { kind: 'webhook' }>

async function execute(
  { rest, around }: WebhookSpeech,
  { webhook, threadId }: WebhookVoice,
  message: OutboundMessage,
  files: FilesToSend,
  withAvatar: boolean,
): Promise<Reply> {
  const { persona, text, signal } = message
  const avatarUrl = withAvatar ? avatarUrlOf(persona, around) : undefined
  return rest.call({
    method: 'POST',
    path: `/webhooks/${webhook.id}/${webhook.token}`,
    withToken: false,
    // Without it, a message that is not kept comes back as a success.
    query: { wait: 'true', ...(threadId !== undefined && { thread_id: threadId }) },
    body: {
      ...bodyOf(message, text),
      ...filesOf(files, text),
      username: usernameOf(persona),
      ...(avatarUrl !== undefined && { avatar_url: avatarUrl }),
    },
    files: files.files,
    signal,
  })
}

type WebhookFault = 'stale' | 'moved' | 'avatar' | 'username'

/** What is proven to have said nothing, and can be said another way, or later. */
async function judge(
  deps: WebhookSpeech,
  voice: WebhookVoice,
  { place, signal }: OutboundMessage,
  reply: Reply,
): Promise<WebhookFault | NotSent | undefined> {
  const { rest, webhooks } = deps
  if (isOk(reply)) {
    const [channelId, id] = [textOf(reply.body, 'channel_id'), textOf(reply.body, 'id')]
    if (channelId === undefined || id === undefined || channelId === place.conversationId) return undefined
    // Somebody moved it to another channel: what was said there was not meant for it.
    const path = `/webhooks/${voice.webhook.id}/${voice.webhook.token}/messages/${id}` as const
    const undone = await rest.call({ method: 'DELETE', path, withToken: false, signal })
    return isOk(undone) ? 'moved' : undefined
  }
  if (noteFault(webhooks, voice, reply)) return 'stale'
  if (codeOf(reply) === 10003 && voice.threadId !== undefined) return askWhereItIs(deps, voice, signal)
  if (codeOf(reply) !== 50035 || reply.kind !== 'answer' || !isRecord(reply.body)) return undefined
  const fields = [...fieldErrors(reply.body['errors'], '')]
  if (fields.some((field) => field.startsWith('username'))) return 'username'
  return fields.some((field) => field.startsWith('avatar_url')) ? 'avatar' : undefined
}

/** No such thread: it is gone, or the webhook stands in another channel, where that thread is not. */
async function askWhereItIs(
  { rest, webhooks }: WebhookSpeech,
  voice: WebhookVoice,
  signal: AbortSignal,
): Promise<WebhookFault | NotSent | undefined> {
  const { id, token } = voice.webhook
  const reply = await rest.call({ method: 'GET', path: `/webhooks/${id}/${token}`, withToken: false, signal })
  if (noteFault(webhooks, voice, reply)) return 'stale'
  const channelId = isOk(reply) ? textOf(reply.body, 'channel_id') : undefined
  // A thread must not be given up because of an answer that did not come.
  if (channelId === undefined) return { ...notNow(reply), why: 'later' }
  return channelId === voice.channelId ? undefined : 'moved'
}
