// Says a reply in other words, in its place, with the keys of the field below. It stays open while somebody whom it names
// does not hear of it.

import { limits, type PostedReplyJson, type ReplyJson, type WholeSessionJson } from '@heddle/contract'
import { useEffect, useRef, useState } from 'react'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import { Failure } from '../../../components/failure.tsx'
import { discussionStrings } from '../../../discussion-strings.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { rejectedMentions } from '../../../mentions/mentions-later.ts'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { CalledAgents } from './called-agents.tsx'
import styles from './discussion.module.css'
import { ReplyText } from './reply-text.tsx'

const words = discussionStrings.editing

export function EditReply(props: { reply: ReplyJson; session: WholeSessionJson; onClose(): void }) {
  const { reply, session, onClose } = props
  const announce = useAnnounce()
  const format = useFormat()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(reply.body)
  const [posted, setPosted] = useState<PostedReplyJson | null>(null)
  const edit = useSubmit('editReply', {
    done: (answer) => {
      announce(words.done, false)
      if (isHeardByAll(answer)) onClose()
      else setPosted(answer)
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
      {posted && posted.rejectedMentions.length > 0 ? (
        <rejectedMentions.Part session={session} rejected={posted.rejectedMentions} onDismiss={onClose} />
      ) : null}
      {posted?.agents ? <CalledAgents agents={posted.agents} /> : null}
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
          <Button onPress={onClose}>{posted === null ? words.cancel : words.close}</Button>
          <Button look="primary" isPending={edit.isPending} onPress={save}>
            {words.save}
          </Button>
        </div>
      </div>
    </div>
  )
}

function isHeardByAll({ rejectedMentions: rejected, agents = [] }: PostedReplyJson): boolean {
  return rejected.length === 0 && agents.every(({ refused }) => refused === undefined)
}
