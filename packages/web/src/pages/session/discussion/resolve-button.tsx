// Whether a discussion is settled: by whom, and the way to settle it or open it again.

import type { WholeThreadJson } from '@heddle/contract'
import { CheckCheck } from 'lucide-react'
import { useSubmit } from '../../../api/use-submit.ts'
import { explainError } from '../../../api/explain-error.ts'
import { Button } from '../../../components/button.tsx'
import { Moment } from '../../../components/moment.tsx'
import { discussionStrings } from '../../../discussion-strings.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import styles from './discussion.module.css'

const words = discussionStrings

export function ResolveButton(props: { thread: WholeThreadJson; onChanged(thread: WholeThreadJson): void }) {
  const { thread, onChanged } = props
  const announce = useAnnounce()
  const format = useFormat()
  const isResolved = thread.resolvedAt !== undefined
  const change = useSubmit('changeThread', {
    done: (changed) => {
      onChanged(changed)
      announce(changed.resolvedAt === undefined ? words.reopened : words.resolved, false)
    },
    failed: (error) => {
      const { title, text } = explainError(error, format)
      announce(`${title}. ${text}`)
    },
  })
  return (
    <Button
      look="quiet"
      isPending={change.isPending}
      onPress={() =>
        change.submit({ path: { id: thread.id }, version: 'any', body: { resolved: !isResolved } })
      }
    >
      {isResolved ? words.reopen : words.resolve}
    </Button>
  )
}

export function ResolvedLine({ thread }: { thread: WholeThreadJson }) {
  return (
    <p className={styles.resolved}>
      <CheckCheck size={16} strokeWidth={1.5} aria-hidden="true" />
      <span dir="auto">{words.resolvedBy(thread.resolvedBy?.name ?? '')}</span>
      {thread.resolvedAt === undefined ? null : <Moment at={thread.resolvedAt} />}
    </p>
  )
}
