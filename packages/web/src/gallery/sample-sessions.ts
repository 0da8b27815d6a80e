// Sessions, events and queues, made up for the gallery.

import type {
  AgentJson,
  EventJson,
  LiveFrameOf,
  PersonJson,
  QueuedJson,
  StreamingJson,
  WholeSessionJson,
} from '@heddle/contract'
import { ago, ann, bob, mei } from './sample-people.ts'

export const mainAgent: AgentJson = {
  id: 'main',
  name: 'Main',
  avatar: null,
  model: 'demo/demo',
  thinking: 'medium',
  isDemo: true,
}
export const otherAgent: AgentJson = {
  ...mainAgent,
  id: 'reviewer',
  name: 'Reviewer',
  model: 'house/large',
  isDemo: false,
}

export const sessionId = 'ses_00000000000000000000000001'
export const scope = `s:${sessionId}`

export function session(over: Partial<WholeSessionJson> = {}): WholeSessionJson {
  return {
    id: sessionId,
    key: `web:${sessionId}`,
    agentId: 'main',
    kind: 'chat',
    parentId: null,
    depth: 0,
    title: 'Three names for a boat',
    state: 'idle',
    visibility: 'private',
    createdBy: ann.id,
    createdAt: ago(30),
    updatedAt: ago(2),
    activeAt: ago(2),
    version: 3,
    seq: 40,
    turnId: null,
    queued: 0,
    usage: { inputTokens: 1_204, outputTokens: 388, cachedTokens: 0, costMicros: null },
    model: null,
    lastOutcome: null,
    forkedFrom: null,
    successorId: null,
    participants: [ann, bob].map(({ id, handle, name }) => ({ id, handle, name })),
    ...over,
  }
}

const agent = { kind: 'agent' as const, id: 'main', name: 'Main' }
const house = { kind: 'system' as const, id: null, name: 'Heddle' }
const personOf = (who: { id: string; name: string }) => ({
  kind: 'person' as const,
  id: who.id,
  name: who.name,
})

export function event(
  seq: number,
  kind: string,
  payload: Record<string, unknown>,
  over: Partial<EventJson> = {},
): EventJson {
  return {
    seq,
    eventId: `evt_${String(seq).padStart(26, '0')}`,
    kind,
    place: seq,
    actor: kind.startsWith('turn.') || kind === 'notice' ? house : agent,
    turnId: 'trn_1',
    createdAt: ago(20 - seq / 4),
    payload,
    ...over,
  }
}

export function said(
  seq: number,
  text: string,
  who: PersonJson = ann,
  more: Record<string, unknown> = {},
): EventJson {
  const payload = { text, handle: who.handle, mode: 'queue', channel: 'web', ...more }
  return event(seq, 'message.user', payload, { actor: personOf(who) })
}

export function wrote(seq: number, text: string, state = 'complete'): EventJson {
  const payload = { text, state, step: 0, attempt: 0, model: 'demo/demo', isDemo: true }
  return event(seq, 'message.agent', payload)
}

const usage = { inputTokens: 812, outputTokens: 96, cachedTokens: 0, costMicros: null }
export const began = (seq: number) =>
  event(seq, 'turn.started', { messages: [], model: 'demo/demo', isDemo: true })
export const ended = (seq: number, outcome = 'succeeded') =>
  event(seq, 'turn.finished', { outcome, usage, steps: 1 })

export const answer =
  'Three names, each with a reason:\n\n1. Kestrel: small, quick, and it hangs in the wind.\n2. Second Thread: for a boat that was bought twice.\n3. Patience, because the harbour will ask for it.'

export const talk: EventJson[] = [
  said(1, 'Think of three names for a boat.'),
  began(2),
  event(3, 'reasoning', {
    text: 'A boat of this size wants a short name. Birds are common; I will take one, then two that are less so.',
    state: 'complete',
    step: 0,
    attempt: 0,
    model: 'demo/demo',
    isDemo: true,
  }),
  event(4, 'tool.call', {
    callId: 'c1',
    name: 'read_file',
    arguments: '{"path":"harbour/names.txt"}',
    step: 0,
  }),
  event(5, 'tool.result', {
    callId: 'c1',
    name: 'read_file',
    output: 'Albatross\nCormorant\nPetrel\n',
    isError: false,
    step: 0,
  }),
  event(6, 'tool.call', { callId: 'c2', name: 'search', arguments: '{"text":"boat"}', step: 0 }),
  event(7, 'tool.result', { callId: 'c2', name: 'search', output: 'no route', isError: true, step: 0 }),
  event(8, 'tool.call', { callId: 'c3', name: 'wait', arguments: '{}', step: 0 }),
  wrote(9, answer),
  ended(10),
  said(11, 'And for a smaller one?', bob),
  said(12, 'Bob, that is the dinghy, right?', mei, { mode: 'note' }),
]

const diff = `--- a/harbour/names.txt
+++ b/harbour/names.txt
@@ -1,3 +1,4 @@
 Albatross
-Cormorant
+Kestrel
+Second Thread
 Petrel
`

function called(seq: number, name: string, given: object, output: string, isError = false): EventJson[] {
  const callId = `t${seq}`
  const asked = event(seq, 'tool.call', { callId, name, arguments: JSON.stringify(given), step: 0 })
  return [asked, event(seq + 1, 'tool.result', { callId, name, output, isError, step: 0 })]
}

export const toolbox: EventJson[] = [
  said(1, 'Put Kestrel into the list of names.'),
  began(2),
  ...called(3, 'read_file', { path: 'harbour/names.txt' }, 'Albatross\nCormorant\nPetrel\n'),
  ...called(5, 'edit', { path: 'harbour/names.txt', find: 'Cormorant', put: 'Kestrel' }, diff),
  ...called(7, 'exec', { command: 'npm test -- --only names' }, 'not ok 1 - names\n'.repeat(60), true),
  ...called(9, 'fetch_url', { url: 'https://example.org/birds?page=2' }, ''),
  ...called(11, 'house__measure_everything', { length: 12, unit: 'm' }, '{"length":12}'),
  wrote(13, 'Kestrel stands in the list now; the tests of *names* still fail.'),
  ended(14),
]

const call = { callId: 'a1', name: 'exec', arguments: '{"command":"rm -r build && npm run build"}' }
export const approvals: EventJson[] = [
  said(1, 'Build it anew.'),
  began(2),
  event(3, 'approval.asked', { ...call, callId: 'a0' }),
  event(4, 'approval.decided', { callId: 'a0', decision: 'deny' }, { actor: personOf(bob) }),
  event(5, 'approval.asked', { ...call, expiresAt: ago(-30) }),
]

/** Turns of five rows, some hours apart, as far as is asked for. */
export function longTalk(from: number, to: number): EventJson[] {
  return Array.from({ length: to - from + 1 }, (_, index) => longTalkRow(from + index))
}

function longTalkRow(seq: number): EventJson {
  const turn = Math.floor((seq - 1) / 5)
  const at = { turnId: `trn_${turn}`, createdAt: ago((2_000 - seq) * 60) }
  const rows = [
    () => said(seq, `Question ${turn}: ${'and what of it? '.repeat((turn * 7) % 23)}`),
    () => began(seq),
    () => called(seq, 'read_file', { path: `notes/${turn}.md` }, `note ${turn}`)[0],
    () =>
      wrote(seq, `Answer ${turn}.\n\n${'It is as it was before, only longer. '.repeat((turn * 11) % 37)}`),
    () => ended(seq),
  ]
  return { ...(rows[(seq - 1) % 5]?.() ?? said(seq, '')), ...at }
}

export const oddities: EventJson[] = [
  said(1, 'This was meant for someone else.', ann, { cancelled: { by: ann.id, why: 'stop' } }),
  said(2, 'Edited once.', bob, { editedAt: ago(3) }),
  began(3),
  wrote(4, 'One, two, three, four', 'stopped'),
  ended(5, 'cancelled'),
  wrote(6, 'The second half was lost when the', 'interrupted'),
  event(7, 'turn.failed', {
    reason: 'rate_limited',
    message: 'The model’s provider refuses more requests for now.',
    retryAfterMs: 42_000,
    usage,
    steps: 1,
  }),
  event(8, 'turn.failed', { reason: 'network', message: '', usage, steps: 0 }),
  event(9, 'notice', { text: 'Bob Okafor takes part now.', code: 'participants', level: 'info' }),
  event(10, 'notice', { text: 'The disk is nearly full.', code: 'disk', level: 'warning' }),
  { ...said(11, '', mei), redacted: true, payload: {} },
  event(12, 'compaction', { from: 1, to: 8 }),
  event(13, 'weather.changed', { sky: 'clear' }),
  { ...wrote(14, 'A very long answer begins like this and goes on'), truncated: true },
]

export const longWord = 'x'.repeat(700)
export const rightToLeft = 'اقترح ثلاثة أسماء لقارب صغير، مع سبب لكل اسم.\nשלום, זה קצר.'

export function snapshot(
  events: EventJson[],
  over: {
    session?: Partial<WholeSessionJson>
    queue?: QueuedJson[]
    streaming?: StreamingJson[]
    presence?: { id: string; name: string; state: string }[]
    older?: string
  } = {},
): LiveFrameOf<'snap'> {
  return {
    type: 'snap',
    scope,
    seq: events.at(-1)?.seq ?? 0,
    state: {
      session: session(over.session),
      queue: over.queue ?? [],
      streaming: over.streaming ?? [],
      presence: over.presence ?? [],
    },
    events,
    ...(over.older === undefined ? {} : { older: over.older }),
  }
}

export function queued(
  position: number,
  text: string,
  who: PersonJson = ann,
  mode: QueuedJson['mode'] = 'queue',
): QueuedJson {
  return {
    messageId: `evt_${String(90 + position).padStart(26, '0')}`,
    seq: 90 + position,
    position,
    mode,
    author: { id: who.id, name: who.name },
    text,
    attachments: [],
    createdAt: ago(1),
  }
}
