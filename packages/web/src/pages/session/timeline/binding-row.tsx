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
  const { sessionId, pageId } = useTimelineActs()
  const binding = readBinding(event)
  const isElsewhere = binding.sessionId !== '' && binding.sessionId !== sessionId
  return (
    <p className={styles.quiet} dir="auto">
      <span>
        {binding.kind === 'composer' ? <Talk binding={binding} hereId={pageId} /> : sentenceOf(binding)}
      </span>
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

/** From where is said to those who may know it. */
function Talk({ binding, hereId }: { binding: BindingOnRecord; hereId: string }) {
  const { name, by, why, pageId } = binding
  const { chat, here } = strings.focus.place
  return (
    <>
      {why === undefined ? words.composer(by, name) : words.composerEnded(name)}
      {pageId === '' ? null : (
        <>
          {' '}
          {words.from} {pageId === hereId ? here : <Link href={`/sessions/${pageId}`}>{chat}</Link>}
        </>
      )}
      {why === undefined ? null : <> {words.hasEnded(why)}</>}
    </>
  )
}

function sentenceOf({ kind, name, place, why }: BindingOnRecord): string {
  if (kind === 'outside')
    return why === undefined ? words.outside(name, place) : words.outsideEnded(name, place, why)
  return why === undefined ? words.page(name) : words.pageEnded(name, why)
}
