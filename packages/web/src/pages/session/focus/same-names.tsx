// Several have the name that was given to `/focus`: which ones, what tells them apart, and the way to each.

import { X } from 'lucide-react'
import { useRead } from '../../../api/use-read.ts'
import { Button } from '../../../components/button.tsx'
import { strings } from '../../../strings.ts'
import { talkStrings } from '../../../talk-strings.ts'
import { chooseOffered, findArgument } from '../composer/choose-argument.ts'
import answer from '../composer.module.css'
import styles from './focus.module.css'

const words = talkStrings

export interface SameName {
  /** The command, as it was written. */
  text: string
  /** What the server said to it. */
  why: string
}

interface SameNamesProps {
  /** Of whose page it is. */
  sessionId: string
  same: SameName
  onTalk(value: string, name: string): void
  onDismiss(): void
}

export function SameNames({ sessionId, same, onTalk, onDismiss }: SameNamesProps) {
  const { data, isPending } = useRead('suggestArguments', {
    path: { id: sessionId },
    query: { text: same.text },
  })
  const typed = findArgument(same.text, same.text.length)?.typed ?? ''
  const offered = chooseOffered(typed, data?.items ?? [])
  const items = offered?.isGuess ? offered.items : []
  // All that the server said, where which ones it meant cannot be had.
  const isListed = isPending || items.length > 0
  return (
    <section aria-label={words.same.label} className={`${answer.answer} ${answer.no}`}>
      <div className={answer.words}>
        <p role="alert" dir="auto">
          {isListed ? same.why.split('\n', 1)[0] : same.why}
        </p>
        <ul className={styles.same}>
          {items.map(({ name, about, value }) => (
            <li key={value}>
              <span className={styles.which} dir="auto">
                {name} · {about}
              </span>
              <Button aria-label={words.same.talk(name, about)} onPress={() => onTalk(value, name)}>
                {strings.focus.talk}
              </Button>
            </li>
          ))}
        </ul>
      </div>
      <Button look="quiet" isIcon aria-label={words.dismiss} onPress={onDismiss}>
        <X size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
    </section>
  )
}
