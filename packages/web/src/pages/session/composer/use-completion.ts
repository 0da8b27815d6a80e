// The commands that are on offer while the first word of a message is being typed, as suggestions.

import { useMemo } from 'react'
import { strings } from '../../../strings.ts'
import { chooseCompletion, type Completion, complete } from './choose-completion.ts'
import type { Suggestion } from './suggestion.ts'
import type { Offer } from './use-suggestions.ts'

export function useCompletion(text: string, caret: number): Offer<Suggestion> | undefined {
  return useMemo(() => {
    const offered = chooseCompletion(text, caret)
    return (
      offered && {
        of: offered.of,
        label: strings.composer.completion.label,
        isGuess: offered.isGuess,
        items: offered.items.map((item) => suggestionOf(text, item)),
      }
    )
  }, [text, caret])
}

function suggestionOf(text: string, item: Completion): Suggestion {
  const { name, usage, about } = item
  return { key: name, title: `/${name}`, usage, about, take: () => complete(text, item) }
}
