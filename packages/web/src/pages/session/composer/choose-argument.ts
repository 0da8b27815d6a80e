// Which word behind a command is being typed that names somebody or something, and what of what the server knows is offered
// for it. Only at the end of the text: further in, one mends something else. Pure.

import type { SuggestionJson } from '@heddle/contract'

export interface Argument {
  /** What stands before it. */
  head: string
  typed: string
  /** Something has to come behind it. */
  takesText: boolean
}

const forms = [
  /^(\/focus\s+)([^\n]*)$/i,
  // Without a name it says which one answers.
  /^(\/model\s+)([^\s]+)$/i,
  /^(\/subagents\s+(?:info|log|send|steer|kill)\s+)("[^"\n]*"?|\S*)$/i,
]

export function findArgument(text: string, caret: number): Argument | undefined {
  if (caret < text.length) return undefined
  for (const form of forms) {
    const [, head, typed] = form.exec(text) ?? []
    if (head !== undefined && typed !== undefined) {
      return { head, typed, takesText: /\b(send|steer)\s+$/i.test(head) }
    }
  }
  return undefined
}

/** Undefined where nothing is left to choose: then Enter runs the command. */
export function chooseOffered(
  typed: string,
  known: readonly SuggestionJson[],
): { items: readonly SuggestionJson[]; isGuess: boolean } | undefined {
  const wanted = typed
    .replace(/^"([^"]*)"?$/, '$1')
    .trim()
    .toLowerCase()
  if (known.some(({ value }) => value === typed.trim())) return undefined
  const same = known.filter(({ name }) => name.toLowerCase() === wanted)
  if (same.length === 1) return undefined
  // Several have it, and which one is meant is not for Enter to say.
  if (same.length > 1) return { items: same, isGuess: true }
  const items = known.filter(({ name, about, value }) =>
    `${name} · ${about} ${value}`.toLowerCase().includes(wanted),
  )
  return items.length === 0 ? undefined : { items, isGuess: false }
}

export function completeArgument({ head, takesText }: Argument, value: string) {
  const text = `${head}${value}${takesText ? ' ' : ''}`
  return { text, caret: text.length }
}
