// The answers that Discord wants within three seconds, whatever else goes on. Each is a courtesy to who asked: what
// they asked for is on disk by then, and what comes of it is told like everything else.

import type { DiscordRest, Reply } from './rest-words.ts'
import { codeOf, isOk } from './rest-words.ts'
import type { Interaction } from './interaction-words.ts'
import type { Suggestion, WordsWanted } from '../channel.ts'
import { cutText } from './cut-text.ts'

export interface Answers {
  /** "Thinking…", seen by who asked alone. False: Discord knows nothing of it any more. */
  defer(to: Interaction): Promise<Reply>
  /** In place of that. */
  finish(to: Interaction, words: string): Promise<Reply>
  say(to: Interaction, words: string): Promise<Reply>
  /** Opens a form with one field; what is written there comes back under that name. Only as the first answer. */
  ask(to: Interaction, name: string, wanted: WordsWanted): Promise<Reply>
  /** Nothing is to be seen. */
  acknowledge(to: Interaction): Promise<Reply>
  suggest(to: Interaction, suggestions: readonly Suggestion[]): Promise<Reply>
}

const types = { message: 4, deferredMessage: 5, deferredUpdate: 6, suggestions: 8, form: 9 } as const
const formParts = { label: 18, field: 4, severalLines: 2 } as const
const formTitleCharsMax = 45
const fieldCharsMax = 4_000
const ephemeral = 64
const suggestionsMax = 25
const suggestionCharsMax = 100
const contentCharsMax = 2_000
const alreadyAnswered = 40_060

export function createAnswers(rest: DiscordRest, signal: AbortSignal): Answers {
  const answer = ({ id, token }: Interaction, type: number, data?: object) =>
    rest.call({
      method: 'POST',
      path: `/interactions/${id}/${token}/callback`,
      body: { type, ...(data && { data }) },
      withToken: false,
      signal,
    })

  return {
    defer: (to) => answer(to, types.deferredMessage, { flags: ephemeral }),
    finish: ({ applicationId, token }, words) =>
      rest.call({
        method: 'PATCH',
        path: `/webhooks/${applicationId}/${token}/messages/@original`,
        body: wordsOf(words),
        withToken: false,
        signal,
      }),
    say: (to, words) => answer(to, types.message, { ...wordsOf(words), flags: ephemeral }),
    ask: (to, name, wanted) => answer(to, types.form, formOf(name, wanted)),
    acknowledge: (to) => answer(to, types.deferredUpdate),
    suggest: (to, suggestions) => answer(to, types.suggestions, { choices: choicesOf(suggestions) }),
  }
}

/** The same event again finds it answered. */
export function isAnswered(reply: Reply): boolean {
  return isOk(reply) || codeOf(reply) === alreadyAnswered
}

/** Nobody is called by it, whatever stands in it. */
function wordsOf(words: string): object {
  return { content: words.slice(0, contentCharsMax), allowed_mentions: { parse: [] } }
}

function formOf(name: string, { title, about, charsMax }: WordsWanted): object {
  const field = {
    type: formParts.field,
    custom_id: 'words',
    style: formParts.severalLines,
    min_length: 1,
    max_length: Math.min(charsMax, fieldCharsMax),
    required: true,
  }
  return {
    custom_id: name,
    title: cutText(title, formTitleCharsMax),
    components: [{ type: formParts.label, label: cutText(about, formTitleCharsMax), component: field }],
  }
}

/** What is too long to come back whole cannot be offered. */
function choicesOf(suggestions: readonly Suggestion[]): object[] {
  return suggestions
    .filter(({ value }) => value.length >= 1 && value.length <= suggestionCharsMax)
    .slice(0, suggestionsMax)
    .map(({ text, value }) => ({ name: shorten(text === '' ? value : text), value }))
}

function shorten(text: string): string {
  if (text.length <= suggestionCharsMax) return text
  // Not between the two halves of one sign.
  return `${text.slice(0, suggestionCharsMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
