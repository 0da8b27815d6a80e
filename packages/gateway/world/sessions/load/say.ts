// Saying something: with an id of one's own, again and again until there is an answer, now and then twice at once, now
// and then with another text under the same id, which must be refused.

import type { SessionId, TurnId } from '@heddle/contract'
import type { Arrived, InboundMessage, Received } from '../../../src/routing/routing.ts'
import { registerOf, type Said } from '../sessions-truth.ts'
import type { Outcome } from './ask.ts'
import { type Act, type ActScene, makeText, pickSession } from './scene.ts'

const timesMax = 40

export const say: Act = (scene) => put(scene, makeText(scene, 'hello'), 'queue')
export const steer: Act = (scene) => put(scene, makeText(scene, 'rather'), 'steer')
export const note: Act = (scene) => put(scene, makeText(scene, 'aside'), 'note')

export const command: Act = (scene) => {
  const choices = ['/stop', '/stop', '/new', '/status', '/whoami', '/nosuch', '/stop now', '/help'].concat(
    Array.from({ length: 6 }, () => '/compact'),
  )
  const text = scene.random.chance(0.2) ? `/note ${makeText(scene, 'noted')}` : scene.random.pick(choices)
  return put(scene, text, 'queue')
}

async function put(scene: ActScene, text: string, mode: Said['mode']): Promise<void> {
  const { random, truth, actor, sometimes } = scene
  const target = chooseTarget(scene)
  if (target === undefined) return
  const said: Said = {
    id: `${scene.name}-${truth.next()}`,
    personId: actor.personId,
    text,
    mode,
    isCommand: text.startsWith('/'),
    received: undefined,
  }
  truth.said.set(said.id, said)
  const begun = scene.step()
  for (let times = 0; times < timesMax; times++) {
    const copies = random.chance(0.1) ? 2 : 1
    const outcomes = await Promise.all(
      Array.from({ length: copies }, () => send(scene, said, target, text, begun)),
    )
    if (copies === 2 && outcomes.every(({ kind }) => kind === 'done')) {
      sometimes.saw('two copies of a message came at once')
    }
    const refusal = outcomes.find((outcome) => outcome.kind === 'refused')
    if (refusal?.code === 'session_archived') sometimes.saw('an archived session took nothing more')
    if (refusal) return
    if (outcomes.some(({ kind }) => kind === 'done')) break
    await scene.pauseBeforeAskingAgain()
  }
  if (said.received && random.chance(0.15)) await contradict(scene, said, target)
}

function send(
  scene: ActScene,
  said: Said,
  target: Target,
  text: string,
  begun: number,
): Promise<Outcome<Arrived>> {
  const { actor, sometimes } = scene
  return scene.ask({
    what: `${said.id} ${text.slice(0, 24)}`,
    serve: (node) =>
      node.store.tx((t) =>
        node.routing.arrive(t, actor, { ...target, eventId: said.id, text, mode: said.mode }),
      ),
    acknowledge: (arrived) => {
      if (arrived.kind === 'ignored') sometimes.saw('a message was heard by nobody')
      else if (text === said.text) noteReceived(scene, said, arrived, begun)
    },
  })
}

type Target = Pick<InboundMessage, 'conversation' | 'sessionId' | 'kind' | 'isAddressed'>

/** A session by its id or its key, as on the web; or a place on some platform, where it is found by the place. */
function chooseTarget(scene: ActScene): Target | undefined {
  const { random, actor } = scene
  if (!scene.isWebOnly && random.chance(0.12)) {
    const isRoom = random.chance(0.6)
    const conversationId = isRoom ? 'room' : `to-${actor.handle}`
    return {
      conversation: { channel: 'chat', accountId: 'bot', conversationId },
      kind: isRoom ? 'channel' : 'dm',
      isAddressed: random.chance(0.8),
    }
  }
  const sessionId = random.chance(0.15) ? 'agent:main:main' : pickSession(scene)
  if (sessionId === undefined) return undefined
  const conversation = { channel: 'web', accountId: actor.personId, conversationId: sessionId }
  return { conversation, sessionId }
}

function noteReceived(scene: ActScene, said: Said, received: Received, begun: number): void {
  const { truth, sometimes, breaches } = scene
  const { sessionId, eventId, seq, command: answer } = received
  truth.acknowledged.add(`said ${said.id}`)
  if (received.deduped) {
    sometimes.saw('a retry was answered from the arrivals')
    if (answer) sometimes.saw('a command was repeated and carried out once')
  }
  if (said.received && said.received.eventId !== eventId) {
    breaches.report('I10', `${said.id} came in twice: as ${said.received.eventId} and as ${eventId}`)
  }
  if (!said.received && !said.isCommand) {
    const write = { value: said.text, begun, ended: scene.step(), isDone: true }
    registerOf(truth.texts, eventId).writes.push(write)
  }
  said.received = { sessionId, eventId, seq }
  if (!truth.sessions.includes(sessionId)) truth.sessions.push(sessionId)
  if (!answer) return
  if (!answer.ok) sometimes.saw('an unknown command was answered')
  // As the command table writes it.
  const data = (answer.data ?? {}) as {
    turnId?: TurnId | null
    sessionId?: SessionId
    previousSessionId?: string
  }
  if (said.text === '/stop' && data.turnId) truth.stopped.add(data.turnId)
  if (data.previousSessionId !== undefined && data.sessionId && !truth.sessions.includes(data.sessionId)) {
    truth.sessions.push(data.sessionId)
    sometimes.saw('a session was begun anew with its key')
  }
}

/** The same id with another text: nothing may come of it. */
async function contradict(scene: ActScene, said: Said, target: Target): Promise<void> {
  const { truth, sometimes, breaches } = scene
  const other = makeText(scene, 'other')
  const outcome = await send(scene, said, target, other, scene.step())
  if (outcome.kind === 'refused' && outcome.code === 'message_conflict') {
    sometimes.saw('the same id with another text was refused')
  }
  // Of what was redacted nothing is left to compare with.
  if (outcome.kind !== 'done' || outcome.value.kind === 'ignored') return
  if (said.received && truth.redactionsAsked.has(said.received.eventId)) return
  breaches.report('I11', `${said.id} was taken with another text than before`)
}
