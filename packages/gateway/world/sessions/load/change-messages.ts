// What people do to messages that are there: edit, cancel, move, redact; and stopping what runs.

import type { EventId } from '@heddle/contract'
import { registerOf, wordsIn } from '../sessions-truth.ts'
import { type Act, type ActScene, type HeardMessage, makeText, pickMessage, pickSession } from './scene.ts'

export const edit: Act = async (scene) => {
  const { actor, truth, sometimes } = scene
  const message = pickMessage(scene)
  if (!message) return
  const { sessionId, eventId } = message.received
  const register = registerOf(truth.texts, eventId)
  const write = { value: makeText(scene, 'edited'), begun: scene.step(), ended: Infinity, isDone: false }
  register.writes.push(write)
  const outcome = await scene.ask({
    what: `edits ${eventId}`,
    serve: (node) =>
      node.store.tx((t) => node.sessions.editQueued(t, actor, sessionId, eventId, write.value)),
    acknowledge() {
      write.ended = scene.step()
      write.isDone = true
      truth.acknowledged.add(`edit ${write.value}`)
      sometimes.saw('a queued message was edited')
    },
  })
  write.ended = Math.min(write.ended, scene.step())
  if (outcome.kind === 'refused' || outcome.kind === 'unsent') {
    register.writes = register.writes.filter((other) => other !== write)
  }
  if (outcome.kind === 'refused' && outcome.code === 'not_queued') sometimes.saw('an edit came too late')
}

export const cancel: Act = async (scene) => {
  const { actor, truth, sometimes } = scene
  const message = pickMessage(scene)
  if (!message) return
  const { sessionId, eventId } = message.received
  await scene.ask({
    what: `cancels ${eventId}`,
    serve: (node) => node.store.tx((t) => node.sessions.cancelQueued(t, actor, sessionId, eventId)),
    acknowledge() {
      truth.cancelled.add(eventId)
      truth.acknowledged.add(`cancel ${eventId}`)
      sometimes.saw('a queued message was cancelled')
    },
  })
}

export const move: Act = async (scene) => {
  const { actor, random, sometimes } = scene
  const message = pickMessage(scene)
  if (!message) return
  const { sessionId, eventId } = message.received
  const position = random.below(4)
  await scene.ask({
    what: `moves ${eventId} to ${position}`,
    serve: (node) => node.store.tx((t) => node.sessions.moveQueued(t, actor, sessionId, eventId, position)),
    acknowledge: () => sometimes.saw('a queued message was moved'),
  })
}

export const stop: Act = async (scene) => {
  const { actor, truth, sometimes } = scene
  const sessionId = pickSession(scene)
  if (!sessionId) return
  const seen = await scene.ask({
    what: `sees ${sessionId}`,
    serve: (node) => node.store.read((r) => node.sessions.find(r, actor, sessionId)),
  })
  if (scene.random.chance(0.5)) await scene.pauseBeforeAskingAgain()
  await scene.ask({
    what: `stops ${sessionId}`,
    serve: (node) => node.store.tx((t) => node.sessions.stop(t, actor, sessionId)),
    acknowledge({ turnId, cancelled }) {
      if (turnId === null) sometimes.saw('a stop found nothing running')
      else truth.stopped.add(turnId)
      const ran = seen.kind === 'done' ? seen.value.turnId : null
      if (ran !== null && ran !== turnId) sometimes.saw('a stop raced the end of a turn')
      for (const { messageId } of cancelled) truth.cancelled.add(messageId)
      truth.acknowledged.add(`stop ${scene.name} ${scene.step()}`)
    },
  })
}

export const redact: Act = (scene) => {
  const message = pickMessage(scene)
  return message && scene.random.chance(0.6) ? redactMessage(scene, message) : redactAnswer(scene)
}

async function redactMessage(scene: ActScene, message: HeardMessage): Promise<void> {
  const { truth } = scene
  const { sessionId, eventId } = message.received
  truth.redactionsAsked.add(eventId)
  await askToRedact(scene, sessionId, eventId, () => [
    message.text,
    ...registerOf(truth.texts, eventId).writes.map(({ value }) => value),
  ])
}

const redactable: readonly string[] = ['message.agent', 'reasoning', 'tool.call']

/** In that session, or in any. */
export async function redactAnswer(
  scene: ActScene,
  sessionId: string | undefined = pickSession(scene),
): Promise<void> {
  const { actor, random } = scene
  if (!sessionId) return
  const seen = await scene.ask({
    what: `looks for an answer in ${sessionId}`,
    serve: (node) => node.store.read((r) => node.sessions.timeline(r, actor, sessionId, { limit: 20 })),
  })
  if (seen.kind !== 'done') return
  const texts = seen.value.events.filter(({ kind }) => redactable.includes(kind))
  if (texts.length === 0) return
  const { eventId, payload } = random.pick(random.chance(0.6) ? texts.slice(-1) : texts)
  await askToRedact(scene, sessionId, eventId, () => [String(payload['text'] ?? payload['arguments'] ?? '')])
}

async function askToRedact(
  scene: ActScene,
  sessionId: string,
  eventId: EventId,
  texts: () => string[],
): Promise<void> {
  const { actor, truth, sometimes } = scene
  const outcome = await scene.ask({
    what: `redacts ${eventId}`,
    serve: (node) =>
      node.store.tx(async (t) => {
        const waiting = await node.sessions.queue(t, actor, sessionId)
        await node.sessions.redact(t, actor, sessionId, eventId)
        return waiting.some(({ messageId }) => messageId === eventId)
      }),
    acknowledge(wasWaiting) {
      truth.acknowledged.add(`redact ${eventId}`)
      for (const word of texts().flatMap(wordsIn)) truth.goneWords.set(word, eventId)
      const isMessage = truth.redactionsAsked.has(eventId)
      if (!isMessage) sometimes.saw('an answer was redacted')
      else if (wasWaiting) sometimes.saw('a message was redacted while it waited')
      else sometimes.saw('a message was redacted after its turn')
    },
  })
  if (outcome.kind === 'refused' && outcome.code === 'busy') {
    sometimes.saw('a text that streams could not be redacted')
  }
}
