// People who discuss moments of sessions until the gateway is gone: they open threads, reply, name each other, say it in
// other words, take it back, resolve and reopen. What was not acknowledged they send again, under the same id.

import { askGateway, untilGone } from '../ask-gateway.ts'
import { between, sleep } from '../chaos-round.ts'
import type { KnownThread, ReplyLedger, WrittenReply } from './reply-ledger.ts'

export interface ReplyPlace {
  url: string
  ledger: ReplyLedger
  /** Of whoever writes. */
  token: string
  author: string
  /** Everybody's handles. */
  people: readonly string[]
}

/** A session of the team with some moments in it that one can speak about. */
export async function openTalkedOf(place: ReplyPlace, moments: number): Promise<void> {
  const { body } = await ask(place, 'POST', '/sessions', { agentId: 'main', visibility: 'team' }, [201])
  const id = String(body['id'])
  const anchors: string[] = []
  for (let i = 0; i < moments; i++) {
    const note = { body: `a moment, ${i}`, clientMessageId: crypto.randomUUID(), mode: 'note' }
    const said = await ask(place, 'POST', `/sessions/${id}/messages`, note, [201])
    anchors.push(String(said.body['eventId']))
  }
  place.ledger.sessions.push({ id, anchors })
}

/** Discusses until the gateway is gone. */
export async function discuss(place: ReplyPlace): Promise<void> {
  await untilGone(async () => {
    for (;;) {
      const thread = await openThread(place, pick(place.ledger.sessions))
      for (let i = 0; i < 4; i++) {
        await post(place, newReply(place, thread))
        await sleep(between(0, 15))
        await meddle(place, thread)
      }
    }
  })
}

/** Once more what was not acknowledged, in the order in which it was written, and now and then what was. */
export async function repeatUnanswered(place: ReplyPlace): Promise<void> {
  const { ledger, author } = place
  await untilGone(async () => {
    const mine = ledger.replies.filter((reply) => reply.author === author)
    for (const reply of mine.filter((one) => !one.acknowledged)) await post(place, reply)
    for (const reply of mine.filter((one) => one.isDeleteAsked && !one.isDeleteTold))
      await remove(place, reply)
    const known = mine.findLast((one) => one.acknowledged)
    if (known) await post(place, known)
  })
}

async function openThread(place: ReplyPlace, session: ReplyLedger['sessions'][number]): Promise<KnownThread> {
  const { ledger } = place
  const anchorEventId = pick(session.anchors)
  const path = `/sessions/${session.id}/threads`
  const { body } = await ask(place, 'POST', path, { anchorEventId }, [200, 201])
  const thread = { id: String(body['id']), sessionId: session.id, anchorEventId }
  const known = ledger.threads.get(anchorEventId)
  if (known && known.id !== thread.id) {
    ledger.wrongAnswers.push(`the thread about ${anchorEventId} was ${known.id} and is ${thread.id}`)
  }
  ledger.threads.set(anchorEventId, known ?? thread)
  ledger.acknowledged++
  return known ?? thread
}

function newReply({ ledger, author, people }: ReplyPlace, thread: KnownThread): WrittenReply {
  const before = ledger.replies.filter((one) => one.thread === thread && one.author === author).length
  const body = write(author, people, before + 1)
  const reply: WrittenReply = {
    thread,
    author,
    number: before + 1,
    clientMessageId: crypto.randomUUID(),
    body,
    bodies: new Set([body]),
    isDeleteAsked: false,
    isDeleteTold: false,
  }
  ledger.replies.push(reply)
  return reply
}

/** Names some of the others, one of them in code, where it names nobody. */
function write(author: string, people: readonly string[], number: number): string {
  const named = people.filter((handle) => handle !== author && Math.random() < 0.4)
  const silent = pick(people)
  return `${author} writes ${number}, w${crypto.randomUUID().slice(0, 8)}, to ${named.map((handle) => `@${handle}`).join(' ')} and \`@${silent}\``
}

async function post(place: ReplyPlace, reply: WrittenReply): Promise<void> {
  const { ledger } = place
  const { clientMessageId, body, thread, acknowledged: before } = reply
  const path = `/threads/${thread.id}/replies`
  const { body: answer } = await ask(place, 'POST', path, { body, clientMessageId }, [200, 201])
  const told = { replyId: String(answer['replyId']), sourceEventId: String(answer['sourceEventId']) }
  if (before && (before.replyId !== told.replyId || before.sourceEventId !== told.sourceEventId)) {
    ledger.wrongAnswers.push(`${clientMessageId} was ${before.replyId} and is ${told.replyId}`)
  }
  if (before && answer['deduped'] !== true) ledger.wrongAnswers.push(`${clientMessageId} is not known`)
  reply.acknowledged = told
  ledger.acknowledged++
}

async function meddle(place: ReplyPlace, thread: KnownThread): Promise<void> {
  const { ledger, author } = place
  const chance = Math.random()
  const mine = pick(
    ledger.replies.filter((one) => one.author === author && one.acknowledged && !one.isDeleteAsked),
  )
  if (chance < 0.25 && mine) await edit(place, mine)
  else if (chance < 0.4 && mine) await remove(place, mine)
  else if (chance < 0.5) {
    const resolved = Math.random() < 0.5
    await ask(place, 'PATCH', `/threads/${thread.id}`, { resolved }, [200])
    ledger.acknowledged++
  } else if (chance < 0.6) await read(place, thread)
  else if (chance < 0.63) await turnReplies(place)
}

/** All that is there: what was told of it, and has not left, does not leave. */
async function read(place: ReplyPlace, thread: KnownThread): Promise<void> {
  const { body } = await ask(place, 'GET', `/threads/${thread.id}`, undefined, [200])
  const seq = Number(body['lastReplySeq'] ?? 0)
  await ask(place, 'PUT', `/threads/${thread.id}/read`, { seq }, [200])
  place.ledger.acknowledged++
}

/** Off, and mostly on again: what waits is looked at with what its person wants then. */
async function turnReplies(place: ReplyPlace): Promise<void> {
  const { ledger, author } = place
  ledger.muted.add(author)
  for (const muteChatter of Math.random() < 0.3 ? [true] : [true, false]) {
    await ask(place, 'PUT', '/me/preferences', { notifications: { muteChatter } }, [200])
    await sleep(between(0, 60))
  }
  ledger.acknowledged++
}

/** Everybody wants everything again. */
export async function turnAllOn(place: ReplyPlace): Promise<void> {
  await untilGone(async () => {
    await ask(place, 'PUT', '/me/preferences', { notifications: { muteChatter: false } }, [200])
  })
}

async function edit(place: ReplyPlace, reply: WrittenReply): Promise<void> {
  const edited = `${write(reply.author, place.people, reply.number)}, in other words`
  reply.bodies.add(edited)
  await ask(place, 'PATCH', `/replies/${reply.acknowledged?.replyId}`, { body: edited }, [200])
  reply.bodies = new Set([edited])
  place.ledger.acknowledged++
}

async function remove(place: ReplyPlace, reply: WrittenReply): Promise<void> {
  reply.isDeleteAsked = true
  await ask(place, 'DELETE', `/replies/${reply.acknowledged?.replyId}`, undefined, [204])
  reply.isDeleteTold = true
  place.ledger.acknowledged++
}

export function pick<T>(list: readonly T[]): T {
  // Whoever picks from nothing has nothing, and looks for that where it can happen.
  return list[Math.floor(Math.random() * list.length)] as T
}

export function ask(
  { url, token, ledger }: ReplyPlace,
  method: string,
  path: string,
  body: object | undefined,
  expected: readonly number[],
) {
  return askGateway({ url, token, wrongAnswers: ledger.wrongAnswers }, method, path, body, expected)
}
