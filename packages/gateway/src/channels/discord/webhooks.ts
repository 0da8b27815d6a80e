// The webhook by which personas speak in a channel and its threads: one for each channel, found or made once, never two
// (DSC1). Its id is on record, so that what comes by it is known as our own; its token stays in memory, since Discord
// tells it whenever it is asked.

import { limits } from '@heddle/contract'
import type { ChannelSurroundings, NotSent } from '../channel.ts'
import { avatarSeed, drawAvatar } from '../draw-avatar.ts'
import { classifyTrouble, notNow } from './classify-answer.ts'
import type { OwnAccount } from './own-account.ts'
import { codeOf, type DiscordRest, isOk, isRecord, type Reply, textOf } from './rest-words.ts'
import { compareIds } from './snowflake-time.ts'

export interface Webhook {
  id: string
  token: string
}

export type WebhookFound =
  | { kind: 'there'; webhook: Webhook }
  /** The channel has none of ours, and none was asked to be made. */
  | { kind: 'none' }
  /** Discord lets us have none there. */
  | { kind: 'refused'; detail: string }
  | NotSent

export interface Webhooks {
  /** Reads what is on record from earlier times, once. */
  load(): Promise<void>
  isOwn(webhookId: string): boolean
  /** Made where there is none. */
  of(channelId: string): Promise<WebhookFound>
  /** One that is there already. */
  findIn(channelId: string): Promise<WebhookFound>
  /** It is gone, and is never used again: to go on asking for one costs the account its good name. */
  forget(channelId: string, webhookId: string): void
  /** Its token changed. */
  lookAgain(channelId: string): void
  /** What was refused there may be allowed by now. */
  tryAgain(channelId: string): void
}

export interface WebhooksDeps {
  rest: DiscordRest
  own: OwnAccount
  around: Pick<ChannelSurroundings, 'notes' | 'clock'>
}

const webhookName = 'Heddle'
/** Then it is tried again, should nobody have told that the permission was given back. */
const refusedForMs = 10 * 60_000
const incomingType = 1
/** As many as a channel can have, and as many as a server can have. */
const fullCodes: ReadonlySet<number> = new Set([30007, 30058])

const noteName = (webhookId: string) => `webhook:${webhookId}`
const makingName = (channelId: string) => `webhook-making:${channelId}`

export function createWebhooks({ rest, own, around: { notes, clock } }: WebhooksDeps): Webhooks {
  const ours = new Set<string>()
  let isLoaded = false
  const dead = new Set<string>()
  const there = new Map<string, Webhook>()
  const refused = new Map<string, { until: number; detail: string }>()
  const asking = new Map<string, Promise<WebhookFound>>()
  // What several wait for is not given up because one of them has gone; the client has a time limit for each call.
  const { signal } = new AbortController()

  async function take(channelId: string, webhook: Webhook): Promise<WebhookFound> {
    if (!ours.has(webhook.id)) {
      // On record before anything can be said by it.
      await notes.write(noteName(webhook.id), channelId)
      ours.add(webhook.id)
    }
    there.set(channelId, webhook)
    refused.delete(channelId)
    return { kind: 'there', webhook }
  }

  function refuse(channelId: string, detail: string): WebhookFound {
    refused.set(channelId, { until: clock.mono() + refusedForMs, detail })
    return { kind: 'refused', detail }
  }

  async function list(channelId: string): Promise<WebhookFound> {
    const application = await own.applicationId(signal)
    if (application.kind === 'trouble') return notNow(application.reply)
    const reply = await rest.call({ method: 'GET', path: `/channels/${channelId}/webhooks`, signal })
    if (!isOk(reply)) return isRefusal(reply) ? refuse(channelId, notNow(reply).detail) : notNow(reply)
    // An answer that nothing can be read from does not say that there is none.
    if (!Array.isArray(reply.body)) return notNow(reply)
    const [oldest] = readWebhooks(reply.body, application.id).filter(({ id }) => !dead.has(id))
    return oldest ? take(channelId, oldest) : { kind: 'none' }
  }

  async function make(channelId: string): Promise<WebhookFound> {
    const begun = await notes.read(makingName(channelId))
    const sinceMs = clock.wall() - Number(begun ?? 0)
    const settleMs = limits.deliverySettleMs
    if (sinceMs >= 0 && sinceMs < settleMs) {
      // One was asked for, perhaps by the process before this one, and may still come to be.
      return {
        kind: 'not_sent',
        why: 'later',
        detail: 'a webhook is being made',
        retryAfterMs: settleMs - sinceMs,
        scope: 'place',
      }
    }
    await notes.write(makingName(channelId), String(clock.wall()))
    const avatar = `data:image/png;base64,${Buffer.from(drawAvatar(avatarSeed(webhookName))).toString('base64')}`
    const body = { name: webhookName, avatar }
    const reply = await rest.call({ method: 'POST', path: `/channels/${channelId}/webhooks`, body, signal })
    const made = isOk(reply) ? readWebhook(reply.body) : undefined
    if (!made && classifyTrouble(reply).kind === 'unknown') return look(channelId, reply)
    const found = made ? await take(channelId, made) : undefined
    await notes.forget(makingName(channelId))
    if (found) return found
    return isRefusal(reply) ? refuse(channelId, notNow(reply).detail) : notNow(reply)
  }

  /** After an answer that did not come. */
  async function look(channelId: string, reply: Reply): Promise<WebhookFound> {
    const found = await list(channelId)
    if (found.kind !== 'there')
      return { ...notNow(reply), retryAfterMs: limits.deliverySettleMs, scope: 'place' }
    await notes.forget(makingName(channelId))
    return found
  }

  function ask(channelId: string, work: () => Promise<WebhookFound>): Promise<WebhookFound> {
    const before = asking.get(channelId) ?? Promise.resolve()
    // One after the other: two that find none at the same time would make two.
    const mine = before.catch(() => undefined).then(work)
    asking.set(channelId, mine)
    const forgetMine = () => void (asking.get(channelId) === mine && asking.delete(channelId))
    mine.then(forgetMine, forgetMine)
    return mine
  }

  async function seek(channelId: string): Promise<WebhookFound> {
    const known = there.get(channelId)
    if (known) return { kind: 'there', webhook: known }
    const no = refused.get(channelId)
    if (no && no.until > clock.mono()) return { kind: 'refused', detail: no.detail }
    return list(channelId)
  }

  return {
    async load() {
      if (isLoaded) return
      for (const name of (await notes.list(noteName(''))).keys()) ours.add(name.slice(noteName('').length))
      isLoaded = true
    },
    isOwn: (webhookId) => ours.has(webhookId),
    async of(channelId) {
      const known = there.get(channelId)
      if (known) return { kind: 'there', webhook: known }
      return ask(channelId, async () => {
        const found = await seek(channelId)
        return found.kind === 'none' ? make(channelId) : found
      })
    },
    findIn: (channelId) => ask(channelId, () => seek(channelId)),
    forget(channelId, webhookId) {
      dead.add(webhookId)
      if (there.get(channelId)?.id === webhookId) there.delete(channelId)
    },
    lookAgain: (channelId) => void there.delete(channelId),
    tryAgain: (channelId) => void refused.delete(channelId),
  }
}

/** Definite, and about webhooks: not about the account, nor about a channel that is gone. */
function isRefusal(reply: Reply): boolean {
  if (reply.kind !== 'answer' || !isRecord(reply.body)) return false
  return reply.status === 403 || fullCodes.has(codeOf(reply)) || (reply.status === 400 && codeOf(reply) !== 0)
}

function readWebhooks(body: readonly unknown[], applicationId: string): Webhook[] {
  const ours = body.filter(
    (one) => isRecord(one) && one['type'] === incomingType && one['application_id'] === applicationId,
  )
  return ours
    .map(readWebhook)
    .filter((webhook) => webhook !== undefined)
    .toSorted((a, b) => compareIds(a.id, b.id))
}

function readWebhook(value: unknown): Webhook | undefined {
  const [id, token] = [textOf(value, 'id'), textOf(value, 'token')]
  return id === undefined || token === undefined ? undefined : { id, token }
}
