// What a message asks the emulated model to do: calls, in answers of one or several. Every call has an id of its own that
// its effect leaves behind, so that effects can be counted.

import type { AskedMessage, EmulatedCall } from '@heddle/emulators/model-endpoint-calls'
import { between } from './chaos-round.ts'

export const callKinds = ['append', 'slow', 'family', 'background', 'write', 'edit', 'read'] as const
export type CallKind = (typeof callKinds)[number]

export interface PlannedCall {
  id: string
  kind: CallKind
  /** Of `slow`. */
  ms: number
}

/** Answers of the model, one after the other. */
export type ToolPlan = readonly (readonly PlannedCall[])[]

/** In the workspace: each command appends its id. */
export const effectsFile = 'effects.txt'
export const readFile = 'read-me.txt'
export const editedFile = (id: string) => `edit-${id}.txt`
export const writtenFile = (id: string) => `written-${id}.txt`
export const editedBegin = 'begin\nEND\n'

const answersMax = 3
const callsMax = 3
const slowMsMax = 500
const lead = 'Do: '

export function choosePlan(makeId: () => string): ToolPlan {
  const some = (most: number) => Math.floor(between(1, most + 1))
  return Array.from({ length: some(answersMax) }, () =>
    Array.from({ length: some(callsMax) }, () => {
      const kind = callKinds[Math.floor(Math.random() * callKinds.length)] ?? 'append'
      return { id: makeId(), kind, ms: Math.round(between(50, slowMsMax)) }
    }),
  )
}

export function writePlan(plan: ToolPlan): string {
  return `${lead}${JSON.stringify(plan)}`
}

/** The first answer of which nothing is in the conversation yet: whatever was lost is called again, and nothing twice. */
export function nextCalls(conversation: readonly AskedMessage[]): readonly EmulatedCall[] {
  const made = new Set(conversation.flatMap(({ callIds }) => callIds))
  const plans = conversation.filter(({ role }) => role === 'user').flatMap(({ text }) => readPlans(text))
  const answer = plans.flat().find((calls) => !calls.some(({ id }) => made.has(id)))
  return (answer ?? []).map(toCall)
}

function readPlans(text: string): ToolPlan[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(lead))
    .map((line) => JSON.parse(line.slice(lead.length)) as ToolPlan)
}

function toCall(planned: PlannedCall): EmulatedCall {
  const { id } = planned
  const { name, input } = describe(planned)
  return { id, name, arguments: JSON.stringify(input) }
}

function describe({ id, kind, ms }: PlannedCall): { name: string; input: object } {
  const note = `echo ${id} >> ${effectsFile}`
  const exec = (script: string, more: object = {}) => ({ name: 'exec', input: { script, ...more } })
  const quiet = '>/dev/null 2>&1 </dev/null &'
  switch (kind) {
    case 'append':
      return exec(note)
    case 'slow':
      return exec(`sleep ${ms / 1_000}; ${note}`)
    case 'family':
      return exec(
        `sleep 30 ${quiet} setsid sleep 30 ${quiet} (trap '' TERM; sleep 30) ${quiet} sleep 0.1; ${note}`,
      )
    case 'background':
      return exec(`${note}; trap '' TERM; sleep 30`, { background: true })
    case 'write':
      return { name: 'write', input: { path: writtenFile(id), content: `${id}\n` } }
    case 'edit': {
      // Whoever makes it twice finds its place again, so that it shows.
      const edits = [{ oldText: 'END', newText: `${id}\nEND` }]
      return { name: 'edit', input: { path: editedFile(id), edits } }
    }
    case 'read':
      return { name: 'read', input: { path: readFile } }
  }
}
