// One thing that was found: where, who, when, and the text around it with what was looked for marked.

import { type SearchHitJson, writeAddress } from '@heddle/contract'
import { type LucideIcon, MessageSquare, MessagesSquare, Wrench } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { Moment } from '../../components/moment.tsx'
import { quote } from '../../quote.ts'
import { searchStrings } from '../../search-strings.ts'
import { strings } from '../../strings.ts'
import styles from './search.module.css'

const words = searchStrings

const icons: Record<SearchHitJson['kind'], LucideIcon> = {
  message: MessageSquare,
  tool: Wrench,
  reply: MessagesSquare,
}

export function keyOf({ kind, eventId, replyId }: SearchHitJson): string {
  return `${kind} ${replyId ?? eventId}`
}

interface HitRowProps {
  hit: SearchHitJson
  /** The one that is reached by Tab. */
  isActive: boolean
  /** Only one session is looked in, which is named above. */
  isHere: boolean
}

export const HitRow = memo(function HitRow({ hit, isActive, isHere }: HitRowProps) {
  const Icon = icons[hit.kind]
  return (
    <li className={styles.hit}>
      <Link
        href={writeAddress(hit)}
        className={styles.link ?? ''}
        data-row={keyOf(hit)}
        tabIndex={isActive ? 0 : -1}
      >
        <span className={styles.head}>
          <Icon className={styles.icon} size={16} strokeWidth={1.5} aria-hidden="true" />
          <bdi className={styles.who}>{hit.actor.name}</bdi>{' '}
          {isHere ? null : (
            <span className={styles.where}>
              {words.in} <bdi>{quote(hit.sessionTitle) || strings.session.untitled}</bdi>
            </span>
          )}{' '}
          <span className={styles.kind}>{words.kinds[hit.kind]}</span>{' '}
          <span className={styles.when}>
            <Moment at={hit.createdAt} />
          </span>
        </span>
        <span className={`${styles.excerpt} ${hit.kind === 'tool' ? styles.mono : ''}`} dir="auto">
          {hit.excerpt.map(({ text, hit: isHit }, index) =>
            isHit ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change their order.
              <mark key={index}>{text}</mark>
            ) : (
              text
            ),
          )}
        </span>
      </Link>
    </li>
  )
})
