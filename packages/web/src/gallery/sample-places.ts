// Bindings and deliveries, made up for the gallery and for tests.

import type { BindingJson, CalledPlaceJson, DeliveryJson, FocusJson } from '@heddle/contract'
import { ago, ann, bob, longName } from './sample-people.ts'
import { sessionId } from './sample-sessions.ts'

export const thread = {
  channel: 'loopback',
  accountId: 'main',
  conversationId: 't-4711',
  parentConversationId: 'c-deploy',
}

export const calledThread: CalledPlaceJson = { kind: 'thread', name: '🤖 worker-2', above: 'deploy' }

export const focused: FocusJson = {
  bindingId: 'bnd_1',
  sessionId: 'ses_of_run_1',
  label: 'worker-2',
  agentId: 'main',
  status: 'active',
  expiresAt: ago(-1_440),
}

export function binding(over: Partial<BindingJson> = {}): BindingJson {
  return {
    bindingId: 'bnd_1',
    targetSessionKey: 'agent:main:subagent:run_1',
    targetSessionId: 'ses_of_run_1',
    targetKind: 'subagent',
    agentId: 'main',
    label: 'worker-2',
    targetTitle: 'worker-2',
    conversation: thread,
    placeKind: 'thread',
    place: calledThread,
    status: 'active',
    boundBy: { id: ann.id, name: ann.name },
    boundAt: ago(200),
    expiresAt: ago(-1_240),
    lastActivityAt: ago(3),
    metadata: { opened: true, closes: true, runId: 'run_1' },
    mayEnd: true,
    ...over,
  }
}

const unnamed: CalledPlaceJson = { kind: 'thread', name: null, above: null }

/** One of each kind of place and state. */
export const someBindings: readonly BindingJson[] = [
  binding(),
  binding({
    bindingId: 'bnd_2',
    conversation: { channel: 'web', accountId: ann.id, conversationId: sessionId },
    placeKind: 'web',
    place: page('Tide tables'),
    label: 'tides',
  }),
  binding({
    bindingId: 'bnd_3',
    conversation: { channel: 'web', accountId: bob.id, conversationId: sessionId },
    placeKind: 'web',
    place: page('Tide tables'),
    boundBy: { id: bob.id, name: bob.name },
    mayEnd: false,
  }),
  binding({
    bindingId: 'bnd_4',
    conversation: {
      channel: 'web',
      accountId: 'web',
      conversationId: 'ses_of_run_4',
      parentConversationId: sessionId,
    },
    placeKind: 'web',
    place: page('worker-4'),
    targetSessionId: 'ses_of_run_4',
    status: 'ending',
    boundBy: 'system',
    label: null,
  }),
  withoutEnd(
    binding({
      bindingId: 'bnd_5',
      label: 'for ever',
      placeKind: 'channel',
      place: { kind: 'channel', name: 'deploy', above: null },
      metadata: { opened: false, closes: false },
    }),
  ),
  binding({
    bindingId: 'bnd_6',
    label: 'short',
    maxAgeAt: ago(-60),
    placeKind: 'dm',
    place: { kind: 'dm', name: ann.name, above: null },
  }),
  binding({ bindingId: 'bnd_7', status: 'ending', label: 'nobody knows its name', place: unnamed }),
  binding({
    bindingId: 'bnd_8',
    conversation: { channel: 'web', accountId: bob.id, conversationId: '' },
    placeKind: 'web',
    place: { kind: 'web', name: null, above: null },
    boundBy: { id: bob.id, name: bob.name },
    label: null,
    targetTitle: 'The loft',
  }),
]

function page(name: string): CalledPlaceJson {
  return { kind: 'web', name, above: null }
}

export const endedBindings: readonly BindingJson[] = (
  ['unfocus', 'kill', 'idle', 'replaced', 'place_refused'] as const
).map((endedReason, index) =>
  binding({
    bindingId: `bnd_1${index}`,
    status: 'ended',
    boundAt: ago(200 + 1_440 * index),
    endedAt: ago(30 * index),
    endedReason,
    // Times and platforms end one without anybody.
    ...((endedReason === 'unfocus' || endedReason === 'replaced') && { endedBy: bob.name }),
    metadata: { opened: true, closes: false, runId: 'run_1' },
    mayEnd: false,
  }),
)

export const longBindings: readonly BindingJson[] = [
  binding({
    label: longName,
    boundBy: { id: 'per_9', name: longName },
    conversation: { ...thread, conversationId: 'x'.repeat(250) },
    place: unnamed,
  }),
  ...Array.from({ length: 199 }, (_, index) =>
    binding({
      bindingId: `bnd_1${index}`,
      label: `worker-${index}`,
      place: { ...calledThread, name: `🤖 worker-${index}` },
      boundAt: ago(index),
    }),
  ),
]

function withoutEnd(one: BindingJson): BindingJson {
  const { expiresAt: _, ...rest } = one
  return rest
}

export function delivery(over: Partial<DeliveryJson> = {}): DeliveryJson {
  return {
    id: 'dlv_1',
    kind: 'message',
    cause: 'event:evt_1',
    sessionId,
    eventId: 'evt_1',
    runId: null,
    conversation: thread,
    place: calledThread,
    part: 1,
    parts: 1,
    text: 'The tide turns at 14:20 and holds for forty minutes.',
    hidden: null,
    attachments: [],
    persona: 'Main · worker-2',
    state: 'sent',
    reason: null,
    detail: null,
    attempts: 1,
    platformMessageId: 'm-1',
    link: 'https://loopback.example/t-4711/m-1',
    createdAt: ago(12),
    updatedAt: ago(11),
    nextAt: null,
    sentAt: ago(11),
    mayResend: false,
    mayDismiss: false,
    ...over,
  }
}

const unsent = { sentAt: null, link: null, platformMessageId: null } as const
const stuck = { ...unsent, mayResend: true, mayDismiss: true } as const

export const stuckDeliveries: readonly DeliveryJson[] = [
  delivery({
    ...stuck,
    id: 'dlv_2',
    state: 'waiting',
    reason: 'held',
    detail:
      'There is no place for it: its own conversation took it no more (HTTP 403 This thread is locked.).',
    conversation: null,
    place: null,
    runId: 'run_1',
  }),
  delivery({ ...stuck, id: 'dlv_3', state: 'unknown', reason: 'no_answer', attempts: 2 }),
  delivery({
    ...stuck,
    id: 'dlv_4',
    state: 'rejected',
    reason: 'place_refused',
    detail: 'loopback: the thread is locked',
  }),
  delivery({
    ...stuck,
    id: 'dlv_5',
    state: 'gave_up',
    reason: 'too_many_tries',
    attempts: 12,
    part: 2,
    parts: 3,
  }),
]

export const movingDeliveries: readonly DeliveryJson[] = [
  delivery({ ...unsent, id: 'dlv_6', state: 'queued', attempts: 0 }),
  delivery({ ...unsent, id: 'dlv_7', state: 'sending' }),
  delivery({ ...unsent, id: 'dlv_8', state: 'waiting', reason: 'rate_limited', nextAt: ago(-2) }),
  delivery({
    ...unsent,
    id: 'dlv_13',
    state: 'waiting',
    reason: 'platform_trouble',
    detail: 'nobody answers there (ECONNREFUSED)',
    attempts: 5,
    nextAt: ago(-0.6),
    createdAt: ago(0),
  }),
  delivery({
    id: 'dlv_14',
    text: '',
    hidden: 'told_there',
    sessionId: null,
    eventId: null,
    persona: 'Heddle',
    place: { kind: 'dm', name: ann.name, above: null },
  }),
  delivery({ id: 'dlv_15', text: '', hidden: 'not_yours', persona: null, place: unnamed }),
  delivery({ id: 'dlv_9' }),
  delivery({
    id: 'dlv_12',
    text: '',
    attachments: [
      { id: 'fil_plan', name: 'plan of the boat.pdf', mediaType: 'application/pdf', bytes: 482_113 },
    ],
  }),
  delivery({
    ...unsent,
    id: 'dlv_10',
    state: 'withdrawn',
    reason: 'dismissed',
    detail: 'Dismissed by Ann Lee.',
  }),
  delivery({ id: 'dlv_11', kind: 'open', text: '', eventId: null, persona: null }),
]

export const longDeliveries: readonly DeliveryJson[] = [
  delivery({
    ...stuck,
    id: 'dlv_20',
    state: 'gave_up',
    reason: 'refused',
    text: 'x'.repeat(500),
    detail: `loopback said: ${'y'.repeat(400)}`,
    persona: longName,
  }),
  ...Array.from({ length: 199 }, (_, index) =>
    delivery({ id: `dlv_1${index}`, text: `Part ${index} of what was found.` }),
  ),
]
