// What a message on the platform asks the emulated model to do: spawn sub-agents with or without a conversation of their own,
// or ask for somebody's word. Every call has an id of its own, and a sub-agent's label is the id of its call.

import type { EndpointModels } from '@heddle/emulators/model-endpoint'
import type { AskedMessage, EmulatedCall } from '@heddle/emulators/model-endpoint-calls'
import { between } from '../chaos-round.ts'

export type PlannedCall =
  | { id: string; kind: 'spawn'; thread: boolean; mode: 'run' | 'session'; model: string; cleanup: string }
  /** A tool that needs somebody's word. */
  | { id: string; kind: 'ask' }
  /** Says something besides its answer, here or in a thread that it opens for that. */
  | { id: string; kind: 'message'; action: 'send' | 'thread-create' }

const lead = 'Do: '
/** Three parts and a bit on a platform that takes 2,000 characters. */
const longText = 'All of it is well, and this goes on for a while. '.repeat(140)

export function placeModels(): EndpointModels {
  return {
    caller: { pieces: 2, delayMs: 10, calls: nextCalls },
    talker: { pieces: 1, piece: longText, firstDelayMs: 20 },
    slow: { pieces: 8, delayMs: 60 },
  }
}

export function writeCall(call: PlannedCall): string {
  return `${lead}${JSON.stringify(call)}`
}

export function chooseSpawn(id: string): PlannedCall {
  const chance = Math.random()
  return {
    id,
    kind: 'spawn',
    thread: Math.random() < 0.75,
    mode: Math.random() < 0.7 ? 'run' : 'session',
    model: chance < 0.5 ? 'caller' : chance < 0.75 ? 'talker' : 'slow',
    cleanup: Math.random() < 0.15 ? 'delete' : 'keep',
  }
}

/** Those of which nothing is in the conversation yet: whatever was lost is called again, and nothing twice. */
function nextCalls(conversation: readonly AskedMessage[]): readonly EmulatedCall[] {
  const made = new Set(conversation.flatMap(({ callIds }) => callIds))
  const planned = conversation.filter(({ role }) => role === 'user').flatMap(({ text }) => readCalls(text))
  const next = planned.find(({ id }) => !made.has(id))
  return next === undefined ? [] : [toCall(next)]
}

function readCalls(text: string): PlannedCall[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(lead))
    .map((line) => JSON.parse(line.slice(lead.length)) as PlannedCall)
}

function toCall(call: PlannedCall): EmulatedCall {
  if (call.kind === 'ask') return { id: call.id, name: 'list', arguments: '{}' }
  if (call.kind === 'message') {
    const said = { action: call.action, text: `besides, ${call.id}` }
    const wish = call.action === 'send' ? said : { ...said, threadName: call.id }
    return { id: call.id, name: 'message', arguments: JSON.stringify(wish) }
  }
  const { id, thread, mode, model, cleanup } = call
  const task = `Say that all is well, ${Math.round(between(1, 9))} times.`
  const input = { task, label: id, thread, mode, cleanup, model: `chaos/${model}` }
  return { id, name: 'sessions_spawn', arguments: JSON.stringify(input) }
}
