// What helps to mention somebody while one writes: whom one may mean, and below the field who will hear of it, each of whom
// can be taken out again. The parser comes when the first "@" is typed.

import { X } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Offer } from '../pages/session/composer/use-suggestions.ts'
import type { Suggestion } from '../pages/session/composer/suggestion.ts'
import { mentionStrings } from '../mention-strings.ts'
import { useAnnounce } from '../shell/status-region.tsx'
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
  /** The text, in which somebody is named and no longer mentioned. */
  onTakenOut(text: string): void
}

export function MentionHelp({ text, caret, session, agents, onOffer, onTakenOut }: MentionHelpProps) {
  const announce = useAnnounce()
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
  const people = heard.named.filter(({ what, isOutside }) => what === 'person' && !isOutside)
  const called = agents === undefined ? [] : heard.named.filter(({ what }) => what === 'agent')
  if (people.length + called.length === 0) return null
  const takeOut = ({ handle, name }: Named) => {
    announce(mentionStrings.takenOut(name), false)
    onTakenOut(heard.without(handle))
  }
  return (
    <p className={styles.hint}>
      {people.length === 0 ? null : (
        <span>
          {mentionStrings.willNotify}{' '}
          {people.map((one) => (
            <Mentioned key={one.handle} words={one.name} name={one.name} onTakeOut={() => takeOut(one)} />
          ))}
        </span>
      )}
      {called.map((one) => (
        <Mentioned
          key={one.handle}
          words={
            one.handle === session.agentId
              ? mentionStrings.willHear(one.name)
              : mentionStrings.willStart(one.name)
          }
          name={one.name}
          onTakeOut={() => takeOut(one)}
        />
      ))}
    </p>
  )
}

function Mentioned(props: { words: string; name: string; onTakeOut(): void }) {
  const label = mentionStrings.takeOut(props.name)
  return (
    <span className={styles.mentioned}>
      <span dir="auto">{props.words}</span>
      <button type="button" aria-label={label} title={label} onClick={props.onTakeOut}>
        <X size={12} strokeWidth={2} aria-hidden="true" />
      </button>
    </span>
  )
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

type Parser = Pick<typeof import('@heddle/contract/mentions'), 'parseMentions' | 'expandMentions'>

interface Heard {
  named: readonly Named[]
  /** The text as it is now, with a backslash before each mention of them: the name stays. */
  without(handle: string): string
}

/** Whom the text mentions, by the parser that also the server asks; undefined while that is not here. */
function useHeard(text: string, everyone: readonly Named[]): Heard | undefined {
  const [parser, setParser] = useState<Parser>()
  const hasSign = text.includes('@')
  useEffect(() => {
    if (!hasSign || parser !== undefined) return
    // Without it there is no hint; what is sent is judged by the server anyway.
    import('@heddle/contract/mentions').then(
      ({ parseMentions, expandMentions }) => setParser({ parseMentions, expandMentions }),
      () => {},
    )
  }, [hasSign, parser])
  const byHandle = useMemo(() => new Map(everyone.map((one) => [one.handle, one])), [everyone])
  const later = useDeferredValue(text)
  const named = useMemo(() => {
    if (parser === undefined || !later.includes('@')) return undefined
    return parser
      .parseMentions(later, (handle) => byHandle.has(handle))
      .mentions.flatMap((handle) => {
        const one = byHandle.get(handle)
        return one ? [one] : []
      })
  }, [parser, later, byHandle])
  if (parser === undefined || named === undefined) return undefined
  return {
    named,
    without: (gone) =>
      parser.expandMentions(
        text,
        (handle) => byHandle.has(handle),
        (handle, written) => (handle === gone ? `\\${written}` : written),
      ),
  }
}
