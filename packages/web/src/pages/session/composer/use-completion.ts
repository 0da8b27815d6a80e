// The list of commands, or of the forms of one, that opens under the caret: which one is marked, what the keys do to it, and how many there are,
// said once. The focus stays in the field; Escape closes the list and nothing else.

import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { strings } from '../../../strings.ts'
import { chooseCompletion, type Completion, complete } from './choose-completion.ts'

export interface CompletionState {
  listId: string
  items: readonly Completion[]
  isGuess: boolean
  /** The place of the marked one; -1 when none is. */
  marked: number
  optionId(name: string): string
  mark(place: number): void
  take(item: Completion): void
}

export function useCompletion(
  text: string,
  onTake: (text: string, caret: number) => void,
): {
  /** Null while nothing is offered. */
  list: CompletionState | null
  tellCaret(caret: number): void
  tellFocus(isFocused: boolean): void
  /** True when the key was meant for the list. */
  pressed(event: KeyboardEvent): boolean
} {
  const listId = useId()
  const announce = useAnnounce()
  const [caret, setCaret] = useState(text.length)
  const [isFocused, setFocused] = useState(false)
  const [isClosed, setClosed] = useState(false)
  const [moved, setMoved] = useState<{ text: string; place: number } | null>(null)
  const offered = chooseCompletion(text, caret)
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
  const take = (item: Completion) => {
    const taken = complete(text, item)
    setCaret(taken.caret)
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
  const optionId = (name: string) => `${listId}-${name.replaceAll(' ', '-')}`
  return {
    list: count === 0 ? null : { listId, items, isGuess, marked, optionId, mark, take },
    tellCaret: setCaret,
    tellFocus: setFocused,
    pressed,
  }
}
