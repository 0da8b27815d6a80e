// Clients that talk in sessions until the gateway is gone: they say things, steer, edit and cancel what waits, and stop.
// What was not acknowledged they say again, under the same id, once it is back.

import { askGateway, untilGone } from './ask-gateway.ts'
import { between, sleep } from './chaos-round.ts'
import type { SaidMessage, TurnLedger } from './turn-ledger.ts'

export interface TurnPlace {
  url: string
  ledger: TurnLedger
  /** Of whoever talks. */
  token: string
  author: string
}

export async function openSession(place: TurnPlace, agentId: string): Promise<string> {
  const { body } = await ask(place, 'POST', '/sessions', { agentId, visibility: 'team' }, [201])
  const id = String(body['id'])
  place.ledger.sessions.push({ id, isStopAsked: false })
  return id
}

/** Talks until the gateway is gone. */
export async function talk(place: TurnPlace, sessionId: string): Promise<void> {
  await untilGone(async () => {
    for (let number = 1; ; number++) {
      await say(place, newMessage(place, sessionId, number))
      await sleep(between(0, 50))
      await meddle(place, sessionId)
    }
  })
}

/** Once more what was not acknowledged; in the order in which it was said. */
export async function repeatUnanswered(place: TurnPlace): Promise<void> {
  const { ledger, author } = place
  await untilGone(async () => {
    for (const message of ledger.said.filter((one) => one.author === author && !one.acknowledged)) {
      await say(place, message)
    }
    // And now and then what was acknowledged: it must find itself.
    const known = ledger.said.findLast((one) => one.author === author && one.acknowledged)
    if (known) await say(place, known)
  })
}

function newMessage({ ledger, author }: TurnPlace, sessionId: string, number: number): SaidMessage {
  const chance = Math.random()
  const mode = chance < 0.65 ? 'queue' : chance < 0.9 ? 'steer' : 'note'
  const body = `${author} says ${number}`
  const message: SaidMessage = {
    sessionId,
    author,
    number,
    clientMessageId: crypto.randomUUID(),
    body,
    mode,
    bodies: new Set([body]),
    isCancelAsked: false,
  }
  ledger.said.push(message)
  return message
}

async function say(place: TurnPlace, message: SaidMessage): Promise<void> {
  const { sessionId, body, clientMessageId, mode } = message
  const path = `/sessions/${sessionId}/messages`
  const answer = await ask(place, 'POST', path, { body, clientMessageId, mode }, [200, 201])
  const { ledger } = place
  const eventId = String(answer.body['eventId'])
  const seq = Number(answer.body['seq'])
  const before = message.acknowledged
  if (before && (before.eventId !== eventId || before.seq !== seq)) {
    ledger.wrongAnswers.push(`${clientMessageId} was ${before.eventId} and is ${eventId}`)
  }
  if (before && answer.body['deduped'] !== true) ledger.wrongAnswers.push(`${clientMessageId} is not known`)
  message.acknowledged = { eventId, seq }
  ledger.acknowledged++
}

async function meddle(place: TurnPlace, sessionId: string): Promise<void> {
  const chance = Math.random()
  if (chance < 0.06) await stop(place, sessionId)
  else if (chance < 0.5) await changeQueue(place, sessionId)
}

async function stop(place: TurnPlace, sessionId: string): Promise<void> {
  const { ledger } = place
  const session = ledger.sessions.find(({ id }) => id === sessionId)
  if (session) session.isStopAsked = true
  const { body } = await ask(place, 'POST', `/sessions/${sessionId}/stop`, undefined, [200])
  for (const { messageId } of body['cancelled'] as { messageId: string }[]) {
    ledger.toldCancelled.add(messageId)
  }
  ledger.acknowledged++
}

async function changeQueue(place: TurnPlace, sessionId: string): Promise<void> {
  const { ledger, author } = place
  const path = `/sessions/${sessionId}/queue`
  const { body } = await ask(place, 'GET', path, undefined, [200])
  const waiting = body['items'] as { messageId: string }[]
  const mine = ledger.said.findLast(
    (one) =>
      one.author === author && waiting.some(({ messageId }) => messageId === one.acknowledged?.eventId),
  )
  if (!mine?.acknowledged) return
  const one = `${path}/${mine.acknowledged.eventId}`
  const chance = Math.random()
  // It may be taken or cancelled between the look and the act.
  if (chance < 0.3) {
    await ask(place, 'PATCH', one, { position: 0 }, [200, 409])
  } else if (chance < 0.7) {
    const edited = `${mine.body}, edited`
    mine.bodies.add(edited)
    const { status } = await ask(place, 'PATCH', one, { body: edited }, [200, 409])
    mine.bodies = new Set(status === 200 ? [edited] : [...mine.bodies].filter((text) => text !== edited))
    if (mine.bodies.size === 0) mine.bodies.add(edited)
  } else {
    mine.isCancelAsked = true
    const { status } = await ask(place, 'DELETE', one, undefined, [204, 409])
    if (status === 204) ledger.toldCancelled.add(mine.acknowledged.eventId)
  }
  ledger.acknowledged++
}

function ask(
  { url, token, ledger }: TurnPlace,
  method: string,
  path: string,
  body: object | undefined,
  expected: readonly number[],
) {
  const { wrongAnswers } = ledger
  return askGateway({ url, token, wrongAnswers }, method, path, body, expected)
}
