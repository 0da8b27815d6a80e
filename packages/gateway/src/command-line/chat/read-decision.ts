// What someone typed while a tool call waits for their word: an answer, or something else that is said as usual. Only a
// whole word is one, so that no sentence is taken for a yes. A bare yes or no is neither: it does not say for how long,
// and the agent would hear it when the call is long decided.

import { limits } from '@heddle/contract'

export type TypedDecision =
  | { kind: 'decision'; decision: 'once' | 'session' | 'deny'; note?: string }
  | { kind: 'wrong'; problem: string }
  | { kind: 'none' }

const yes = { o: 'once', once: 'once', s: 'session', session: 'session' } as const
const unclear = /^(?:y|yes|n|no|ok|okay|allow|approve|always|reject)[.!]?$/i
const denial = /^(?:d|deny)(?:\s+([\s\S]*))?$/i

export function readDecision(line: string): TypedDecision {
  const text = line.trim()
  const word = text.toLowerCase()
  if (Object.hasOwn(yes, word)) return { kind: 'decision', decision: yes[word as keyof typeof yes] }
  if (unclear.test(text)) return { kind: 'wrong', problem: 'Type once, session, or deny with a note.' }
  const denied = denial.exec(text)
  if (denied === null) return { kind: 'none' }
  const note = denied[1]?.trim() ?? ''
  if (note.length > limits.approvalNoteCharsMax) {
    return { kind: 'wrong', problem: `A note has at most ${limits.approvalNoteCharsMax} characters.` }
  }
  return { kind: 'decision', decision: 'deny', ...(note !== '' && { note }) }
}
