// What helps to mention somebody while one writes: whom one may mean, and below the field who will hear of it. The parser
// comes when the first "@" is typed.

import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Offer } from '../pages/session/composer/use-suggestions.ts'
import type { Suggestion } from '../pages/session/composer/suggestion.ts'
import { mentionStrings } from '../mention-strings.ts'
import { chooseNamed, completeMention, findMention, type Named } from './choose-mention.ts'
import styles from './mentions.module.css'
import { type SeenBy, useDirectory } from './use-directory.ts'

export interface MentionHelpProps {
  text: string
  caret: number
  session: SeenBy
  /** What a mention of an agent sets off; absent where it sets off nothing. */
  agents?: 'hear' | undefined
  onOffer(offer: Offer<Suggestion> | undefined, text: string): void
}

export function MentionHelp({ text, caret, session, agents, onOffer }: MentionHelpProps) {
  const mention = useMemo(() => findMention(text, caret), [text, caret])
  const everyone = useDirectory(session, text.includes('@'), mention?.typed ?? '')
  const offer = useMemo(() => {
    const named = mention ? chooseNamed(mention.typed, everyone) : []
    if (mention === undefined || named.length === 0) return undefined
    const items = named.map((one) => suggestionOf(one, () => completeMention(text, mention, one.handle)))
    return { of: `mention ${mention.start}`, label: mentionStrings.list, items, isGuess: false }
  }, [mention, everyone, text])
  useEffect(() => onOffer(offer, text), [offer, text, onOffer])
  const heard = useHeard(text, everyone)
  if (heard === undefined) return null
  const people = heard.filter(({ what, isOutside }) => what === 'person' && !isOutside)
  const called = agents === undefined ? [] : heard.filter(({ what }) => what === 'agent')
  if (people.length + called.length === 0) return null
  return (
    <p className={styles.hint}>
      {people.length === 0 ? null : <span>{mentionStrings.willNotify(people.map(nameOf))}</span>}
      {called.length === 0 ? null : (
        <span>
          {called
            .map(({ handle, name }) =>
              handle === session.agentId ? mentionStrings.willHear(name) : mentionStrings.willStart(name),
            )
            .join(' · ')}
        </span>
      )}
    </p>
  )
}

function nameOf({ name }: Named): string {
  return name
}

function suggestionOf(one: Named, take: Suggestion['take']): Suggestion {
  const words = mentionStrings.option
  return {
    key: `${one.what} ${one.handle}`,
    name: words.name(one.name, one.handle, words.what[one.what], one.isOutside ? words.outside : undefined),
    title: one.name,
    isTitlePlain: true,
    usage: `@${one.handle}`,
    about: one.isOutside ? words.outside : one.what === 'agent' ? words.what.agent : '',
    take,
  }
}

type Parser = typeof import('@heddle/contract/mentions').parseMentions

/** Whom the text mentions, by the parser that also the server asks; undefined while that is not here. */
function useHeard(text: string, everyone: readonly Named[]): readonly Named[] | undefined {
  const [parse, setParse] = useState<Parser>()
  const hasSign = text.includes('@')
  useEffect(() => {
    if (!hasSign || parse !== undefined) return
    // Without it there is no hint; what is sent is judged by the server anyway.
    import('@heddle/contract/mentions').then(
      ({ parseMentions }) => setParse(() => parseMentions),
      () => {},
    )
  }, [hasSign, parse])
  const later = useDeferredValue(text)
  return useMemo(() => {
    if (parse === undefined || !later.includes('@')) return undefined
    const byHandle = new Map(everyone.map((one) => [one.handle, one]))
    return parse(later, (handle) => byHandle.has(handle)).mentions.flatMap((handle) => {
      const one = byHandle.get(handle)
      return one ? [one] : []
    })
  }, [parse, later, everyone])
}
