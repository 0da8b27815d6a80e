// The list that opens under the caret, of commands or of people: which one is marked, what the keys do to it, and how many
// there are, said once. The focus stays in the field; Escape closes the list and nothing else.

import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { strings } from '../../../strings.ts'
import type { Suggestion } from './suggestion.ts'

/** What is on offer for the text and the caret as they are. */
export interface Offer<T> {
  /** Which list it is: another one is open again, also after one that was closed. */
  of: string
  label: string
  items: readonly T[]
  /** Nothing begins like this; it is what one might have meant, and Enter does not take it unasked. */
  isGuess: boolean
}

export interface SuggestionState {
  listId: string
  label: string
  items: readonly Suggestion[]
  isGuess: boolean
  /** The place of the marked one; -1 when none is. */
  marked: number
  optionId(place: number): string
  mark(place: number): void
  take(item: Suggestion): void
}

export interface Suggestions {
  /** Null while nothing is offered. */
  list: SuggestionState | null
  /** The attributes of the field that the list belongs to. */
  field: {
    'aria-autocomplete': 'list'
    'aria-haspopup': 'listbox'
    'aria-controls': string | undefined
    'aria-activedescendant': string | undefined
  }
  tellFocus(isFocused: boolean): void
  /** True when the key was meant for the list. */
  pressed(event: KeyboardEvent): boolean
}

export function useSuggestions(
  text: string,
  offered: Offer<Suggestion> | undefined,
  onTake: (text: string, caret: number) => void,
): Suggestions {
  const listId = useId()
  const announce = useAnnounce()
  const [isFocused, setFocused] = useState(false)
  const [isClosed, setClosed] = useState(false)
  const [moved, setMoved] = useState<{ text: string; place: number } | null>(null)
  const items = isFocused && !isClosed ? (offered?.items ?? []) : []
  const isGuess = offered?.isGuess ?? false
  // With another text the list is another one.
  const marked = moved?.text === text ? moved.place : isGuess ? -1 : 0
  const count = items.length

  useEffect(() => {
    if (count > 0) announce(strings.composer.completion.matches(count), false)
  }, [count, announce])
  // Another list is open again, also one that follows at once.
  const of = offered?.of
  useEffect(() => setClosed(false), [of])

  const mark = (place: number) => setMoved({ text, place })
  const take = (item: Suggestion) => {
    const taken = item.take()
    setClosed(true)
    onTake(taken.text, taken.caret)
  }
  const pressed = (event: KeyboardEvent): boolean => {
    if (count === 0 || event.nativeEvent.isComposing || event.keyCode === 229) return false
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
    const item = items[marked]
    switch (event.key) {
      case 'ArrowDown':
        mark((marked + 1) % count)
        break
      case 'ArrowUp':
        mark(marked <= 0 ? count - 1 : marked - 1)
        break
      case 'Escape':
        setClosed(true)
        break
      case 'Tab':
      case 'Enter':
        if (item === undefined) return false
        take(item)
        break
      default:
        return false
    }
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const optionId = (place: number) => `${listId}-${place}`
  const label = offered?.label ?? ''
  return {
    list: count === 0 ? null : { listId, label, items, isGuess, marked, optionId, mark, take },
    field: {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': count === 0 ? undefined : listId,
      'aria-activedescendant': count === 0 || marked < 0 ? undefined : optionId(marked),
    },
    tellFocus: setFocused,
    pressed,
  }
}
