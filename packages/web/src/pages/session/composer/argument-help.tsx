// Offers whom or what one may mean behind a command, as the server knows it. It shows nothing itself: the field's own list
// does.

import { limits, type SuggestionJson } from '@heddle/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useRead } from '../../../api/use-read.ts'
import { talkStrings } from '../../../talk-strings.ts'
import { chooseOffered, completeArgument, findArgument } from './choose-argument.ts'
import type { Suggestion } from './suggestion.ts'
import type { Offer } from './use-suggestions.ts'

interface ArgumentHelpProps {
  /** Of whose page it is. */
  sessionId: string
  text: string
  caret: number
  onOffer(offer: Offer<Suggestion> | undefined, text: string): void
}

const pauseMs = 120
const nobody: readonly SuggestionJson[] = []

export function ArgumentHelp({ sessionId, text, caret, onOffer }: ArgumentHelpProps) {
  const argument = useMemo(() => findArgument(text, caret), [text, caret])
  const known = useKnown(sessionId, argument === undefined ? '' : text, argument?.head ?? '')
  const offer = useMemo(() => {
    const offered = argument && chooseOffered(argument.typed, known)
    if (argument === undefined || offered === undefined) return undefined
    const items = offered.items.map(({ name, about, value }): Suggestion => {
      const take = () => completeArgument(argument, value)
      return { key: value, title: name, isTitlePlain: true, usage: '', about, take }
    })
    return { of: argument.head, label: talkStrings.argument, items, isGuess: offered.isGuess }
  }, [argument, known])
  useEffect(() => onOffer(offer, text), [offer, text, onOffer])
  return null
}

/** What was last answered for that command, until more is known: the list narrows while one types. */
function useKnown(sessionId: string, text: string, head: string): readonly SuggestionJson[] {
  const settled = useSettled(text)
  const isWanted = settled !== '' && settled.length <= limits.searchTextCharsMax
  const { data } = useRead(
    'suggestArguments',
    { path: { id: sessionId }, query: { text: settled } },
    isWanted,
  )
  const last = useRef({ head: '', items: nobody })
  if (data !== undefined && settled.startsWith(head)) last.current = { head, items: data.items }
  return last.current.head === head ? last.current.items : nobody
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
