// The moment that a discussion is about, pinned above it: as it stands on the page, as the server keeps it where it is not
// loaded, or that it is gone.

import type { EventJson, WholeThreadJson } from '@heddle/contract'
import { EyeOff } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { Moment } from '../../../components/moment.tsx'
import { discussionStrings } from '../../../discussion-strings.ts'
import { chooseExcerpt } from './choose-excerpt.ts'
import styles from './discussion.module.css'

const words = discussionStrings.anchor

interface AnchorCardProps {
  anchorEventId: string
  /** What of the timeline is loaded. */
  rows: readonly EventJson[]
  thread: WholeThreadJson | undefined
  agentName: string
  onJump(): void
}

export function AnchorCard({ anchorEventId, rows, thread, agentName, onJump }: AnchorCardProps) {
  const row = rows.find(({ eventId }) => eventId === anchorEventId)
  const about = row ?? thread?.anchor
  const isGone = thread?.state === 'orphaned_anchor' || row?.redacted === true
  if (about === undefined) return null
  const isDeferred = row === undefined && !isGone
  const excerpt = row ? chooseExcerpt(row) : (thread?.anchor.excerpt ?? '')
  const who = about.actor.kind === 'system' ? agentName : about.actor.name
  return (
    <section aria-label={words.label} className={styles.anchor}>
      <p className={styles.who}>
        <span className={styles.name} dir="auto">
          {who}
        </span>
        <span>{words.what[about.kind]}</span>
        <Moment at={about.createdAt} />
      </p>
      {isGone ? (
        <p className={styles.gone}>
          <EyeOff size={16} strokeWidth={1.5} aria-hidden="true" />
          {words.orphaned}
        </p>
      ) : excerpt === '' ? null : (
        <blockquote className={styles.excerpt} dir="auto">
          {excerpt}
        </blockquote>
      )}
      <p className={styles.anchorActs}>
        {isDeferred ? <span>{words.deferred}</span> : null}
        <Button look="quiet" onPress={onJump}>
          {isDeferred ? words.load : words.jump}
        </Button>
      </p>
    </section>
  )
}
