// A place came to belong to a session, or no longer does: which one, by whom or why, and the ways to both.

import type { EventJson } from '@heddle/contract'
import { Link } from 'wouter'
import { Moment } from '../../../components/moment.tsx'
import { strings } from '../../../strings.ts'
import { readBinding, type BindingOnRecord } from '../focus/read-binding.ts'
import { useTimelineActs } from './timeline-acts.ts'
import styles from './timeline.module.css'

const words = strings.focus.row

export function BindingRow({ event }: { event: EventJson }) {
  const { sessionId } = useTimelineActs()
  const binding = readBinding(event)
  const isElsewhere = binding.sessionId !== '' && binding.sessionId !== sessionId
  return (
    <p className={styles.quiet} dir="auto">
      <span>{sentenceOf(binding)}</span>
      {binding.kind === 'composer' && binding.pageId !== '' ? (
        <Link href={`/sessions/${binding.pageId}`}>{strings.focus.place.chat}</Link>
      ) : null}
      {isElsewhere ? (
        <Link href={`/sessions/${binding.sessionId}`} aria-label={strings.subagents.openNamed(binding.name)}>
          {strings.subagents.open}
        </Link>
      ) : null}
      {binding.kind === 'outside' ? (
        <Link href={`/bindings?session=${binding.sessionId}`}>{words.all}</Link>
      ) : null}
      <Moment at={event.createdAt} />
    </p>
  )
}

function sentenceOf({ kind, name, place, by, why }: BindingOnRecord): string {
  switch (kind) {
    case 'composer':
      return why === undefined ? words.composer(by, name) : words.composerEnded(name, why)
    case 'page':
      return why === undefined ? words.page(name) : words.pageEnded(name, why)
    case 'outside':
      return why === undefined ? words.outside(name, place) : words.outsideEnded(name, place, why)
  }
}
