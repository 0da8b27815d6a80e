// Says a reply in other words, in its place, with the keys of the field below.

import { limits, type RejectedMentionJson, type ReplyJson, type WholeSessionJson } from '@heddle/contract'
import { useEffect, useRef, useState } from 'react'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import { Failure } from '../../../components/failure.tsx'
import { discussionStrings } from '../../../discussion-strings.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { rejectedMentions } from '../../../mentions/mentions-later.ts'
import { useAnnounce } from '../../../shell/status-region.tsx'
import styles from './discussion.module.css'
import { ReplyText } from './reply-text.tsx'

const words = discussionStrings.editing

export function EditReply(props: { reply: ReplyJson; session: WholeSessionJson; onClose(): void }) {
  const { reply, session, onClose } = props
  const announce = useAnnounce()
  const format = useFormat()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(reply.body)
  const [rejected, setRejected] = useState<readonly RejectedMentionJson[]>([])
  const edit = useSubmit('editReply', {
    done: (answer) => {
      announce(words.done, false)
      if (answer.rejectedMentions.length === 0) onClose()
      else setRejected(answer.rejectedMentions)
    },
  })
  useEffect(() => {
    const element = field.current
    element?.setSelectionRange(element.value.length, element.value.length)
    element?.focus()
  }, [])
  const tooMany = text.length - limits.replyCharsMax
  const save = () => {
    if (tooMany > 0) return
    if (text.trim() === '') return edit.refuse({ body: words.missing })
    if (text === reply.body) return onClose()
    edit.submit({ path: { id: reply.id }, version: 'any', body: { body: text } })
  }
  const problem = tooMany > 0 ? discussionStrings.field.over(format.count(tooMany)) : edit.problems.body
  const hintId = `edit-${reply.id}`
  return (
    <div className={styles.form}>
      {edit.error && problem === undefined ? <Failure error={edit.error} /> : null}
      {rejected.length === 0 ? null : (
        <rejectedMentions.Part session={session} rejected={rejected} onDismiss={onClose} />
      )}
      <ReplyText
        session={session}
        field={field}
        label={words.label}
        text={text}
        isInvalid={problem !== undefined}
        describedBy={hintId}
        onText={(next) => {
          setText(next)
          edit.mend('body')
        }}
        onEnter={save}
        onEscape={(event) => {
          // It closes what one changes, not what one reads.
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }}
      >
        {null}
      </ReplyText>
      <div className={styles.below}>
        <p id={hintId} className={problem === undefined ? styles.hint : styles.problem}>
          {problem ?? words.keys}
        </p>
        <div className={styles.buttons}>
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button look="primary" isPending={edit.isPending} onPress={save}>
            {words.save}
          </Button>
        </div>
      </div>
    </div>
  )
}
