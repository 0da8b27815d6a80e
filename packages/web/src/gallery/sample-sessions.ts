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
    openApprovals: 0,
    usage: { inputTokens: 1_204, outputTokens: 388, cachedTokens: 0, costMicros: null },
    model: null,
    lastOutcome: null,
    forkedFrom: null,
    successorId: null,
    continuesId: null,
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

export function called(
  seq: number,
  name: string,
  given: object,
  output: string,
  more: Record<string, unknown> = {},
): EventJson[] {
  const callId = `t${seq}`
  const call = event(seq, 'tool.call', { callId, name, arguments: JSON.stringify(given), step: 0 })
  return [call, event(seq + 1, 'tool.result', { callId, name, output, isError: false, step: 0, ...more })]
}

export const toolbox: EventJson[] = [
  said(1, 'Put Kestrel into the list of names.'),
  began(2),
  ...called(3, 'read_file', { path: 'harbour/names.txt' }, 'Albatross\nCormorant\nPetrel\n'),
  ...called(5, 'edit', { path: 'harbour/names.txt', find: 'Cormorant', put: 'Kestrel' }, diff),
  ...called(7, 'exec', { command: 'npm test -- --only names' }, 'not ok 1 - names\n'.repeat(60), {
    isError: true,
  }),
  ...called(9, 'fetch_url', { url: 'https://example.org/birds?page=2' }, ''),
  ...called(11, 'house__measure_everything', { length: 12, unit: 'm' }, '{"length":12}'),
  wrote(13, 'Kestrel stands in the list now; the tests of *names* still fail.'),
  ended(14),
]

function asked(seq: number, name: string, given: object, over: Record<string, unknown> = {}): EventJson[] {
  const callId = `a${seq}`
  const argumentsText = JSON.stringify(given)
  return [
    event(seq, 'tool.call', { callId, name, arguments: argumentsText, step: 0 }),
    event(seq + 1, 'approval.asked', {
      approvalId: `apr_${seq}`,
      callId,
      callEventId: `evt_${String(seq).padStart(26, '0')}`,
      name,
      arguments: argumentsText,
      callHash: 'f'.repeat(64),
      why: 'policy',
      reason: `The policy here asks before ${name} is used.`,
      scope: `${name}, whatever its arguments`,
      expiresAt: ago(-28),
      ...over,
    }),
  ]
}

function decided(seq: number, of: number, decision: string, more: Record<string, unknown> = {}): EventJson {
  const actor = decision === 'expired' || decision === 'withdrawn' ? house : personOf(bob)
  const payload = { approvalId: `apr_${of}`, callId: `a${of}`, decision, ...more }
  return event(seq, 'approval.decided', payload, { actor })
}

export const approvals: EventJson[] = [
  said(1, 'Build it anew.'),
  began(2),
  ...asked(3, 'exec', { script: 'rm -r build && npm run build' }),
  decided(5, 3, 'deny', { note: 'Keep the old build until Monday.' }),
  ...asked(
    6,
    'fetch_url',
    { url: 'https://example.org/collect?of=names' },
    {
      why: 'untrusted',
      reason: 'fetch_url can carry data out, and this conversation holds text that nobody here wrote.',
    },
  ),
]

/** The one of `approvals` that waits, by its id. */
export const askedId = 'apr_6'

export const settledApprovals: EventJson[] = [
  said(1, 'Build it anew.'),
  began(2),
  ...asked(3, 'exec', { argv: ['npm', 'run', 'build'] }),
  decided(5, 3, 'once'),
  ...asked(6, 'write', { path: 'build/notes.md', content: 'One\nTwo\n' }),
  decided(8, 6, 'session'),
  ...asked(9, 'exec', { argv: ['rm', '-r', 'build'] }),
  decided(11, 9, 'expired'),
  ...asked(12, 'exec', { argv: ['rm', '-r', 'dist'] }),
  decided(14, 12, 'withdrawn'),
]

/** In a turn that is over, without a word. */
export const endedApproval: EventJson[] = [
  said(1, 'Build it anew.'),
  began(2),
  ...asked(3, 'exec', { argv: ['npm', 'run', 'build'] }),
  event(5, 'turn.failed', { reason: 'network', message: 'The model was lost.', usage, steps: 1 }),
]

const longScript = Array.from(
  { length: 60 },
  (_, i) => `echo "line ${i} of a script\u202e" && sleep ${i}`,
).join('\n')
export const longApproval: EventJson[] = [
  said(1, 'Do it all.'),
  began(2),
  ...asked(
    3,
    'exec',
    { script: longScript },
    {
      why: 'no_sandbox',
      scope: longScript,
      reason: 'There is no sandbox: it runs with all rights of the user that Heddle runs as.',
    },
  ),
]

const named = `--- a/notes.md
+++ b/notes.md
@@ -1,2 +1,3 @@
 One
-Two
+Two and a half
+Three
`

export const newTools: EventJson[] = [
  said(1, 'Tidy up the notes.'),
  began(2),
  ...called(
    3,
    'edit',
    { path: 'notes.md', edits: [{ oldText: 'Two', newText: 'Three' }] },
    'Changed notes.md.',
    {
      diff: named,
      tookMs: 42,
    },
  ),
  ...called(5, 'fetch_url', { url: 'https://example.org/birds' }, '# Birds', {
    untrusted: true,
    tookMs: 1_240,
  }),
  ...called(7, 'mcp__tracker__close_issue', { title: 'Names of boats' }, 'closed', {
    untrusted: true,
    tookMs: 300,
  }),
  ...called(9, 'process', { action: 'output', id: 'p1' }, 'still at it'),
  ...called(11, 'list', { path: 'src' }, 'a\nb'),
  event(13, 'tool.call', { callId: 't13', name: 'exec', arguments: '{"argv":["npm","test"]}', step: 0 }),
]

export const runningCall = 'evt_00000000000000000000000013'

export const compacted: EventJson[] = [
  event(1, 'compaction', {
    text: '## So far\n\nAnn wants **three names** for a boat.\n\n- *Kestrel* was liked.\n- Open: the dinghy.',
    fromEventId: 'evt_00000000000000000000000001',
    throughEventId: 'evt_00000000000000000000000040',
    fromSeq: 1,
    throughSeq: 40,
    turns: 40,
    tokensBefore: 31_204,
    tokensAfter: 4_012,
    model: 'demo/demo',
    isDemo: true,
    by: 'window',
    usage,
  }),
  event(2, 'compaction', {
    text: 'One, two …',
    turns: 1,
    tokensBefore: 900,
    tokensAfter: 300,
    isPlain: true,
  }),
  said(3, 'And for a smaller one?', bob),
  event(4, 'notice', {
    text: 'vendor/large is overloaded; house/small answers instead.',
    code: 'model_fallback',
    level: 'warning',
    data: { from: 'vendor/large', to: 'house/small', reason: 'overloaded' },
  }),
  event(5, 'message.agent', {
    text: 'Dory.',
    state: 'complete',
    step: 0,
    attempt: 0,
    model: 'house/small',
    insteadOf: 'vendor/large',
    isDemo: false,
  }),
  event(6, 'notice', {
    text: '82 % of the budget for everyone together in a day is used: 820 of 1000 model tokens.',
    code: 'budget_warning',
    level: 'warning',
    data: { scope: 'day', unit: 'tokens', used: 820, max: 1_000 },
  }),
]

export const overBudget: EventJson[] = [
  said(1, 'Research three things in parallel.'),
  began(2),
  event(3, 'turn.failed', {
    reason: 'budget_exceeded',
    message:
      'The budget for a turn is used up: 20000 of 20000 model tokens. An admin can raise it; then try again.',
    budget: 'run',
    usage,
    steps: 3,
  }),
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
