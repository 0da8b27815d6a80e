// What a field where one writes offers while one types: commands where they are understood, and people to mention. One list
// at a time; the focus and the caret stay in the field.

import { type RefObject, useCallback, useState } from 'react'
import type { Suggestion } from './suggestion.ts'
import { type Offer, type Suggestions, useSuggestions } from './use-suggestions.ts'

export interface FieldSuggestions extends Suggestions {
  caret: number
  tellCaret(caret: number): void
  /** Who may be meant, as what helps to mention somebody says it. */
  tellMentions(offer: Offer<Suggestion> | undefined, text: string): void
}

export function useFieldSuggestions(input: {
  text: string
  field: RefObject<HTMLTextAreaElement | null>
  set(text: string): void
  /** What is on offer besides people, for the text and the caret as they are. */
  useOffer(text: string, caret: number): Offer<Suggestion> | undefined
}): FieldSuggestions {
  const { text, field, set, useOffer } = input
  const [caret, setCaret] = useState(text.length)
  const [mentions, setMentions] = useState<{ offer: Offer<Suggestion> | undefined; text: string }>()
  const other = useOffer(text, caret)
  // One that was made for another text would put back what was typed since.
  const offer = other ?? (mentions?.text === text ? mentions.offer : undefined)
  const suggestions = useSuggestions(text, offer, (next, place) => {
    set(next)
    setCaret(place)
    requestAnimationFrame(() => field.current?.setSelectionRange(place, place))
  })
  const tellMentions = useCallback(
    (told: Offer<Suggestion> | undefined, of: string) => setMentions({ offer: told, text: of }),
    [],
  )
  return { ...suggestions, caret, tellCaret: setCaret, tellMentions }
}

export function noOffer(): undefined {
  return undefined
}
