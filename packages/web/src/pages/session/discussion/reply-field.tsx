// Where one replies. What was begun is kept in this browser for each discussion; what came of the last reply stands at the
// field: who will not hear of it, and which agents do.

import { limits, type PostedReplyJson } from '@heddle/contract'
import { Forward } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { discussionStrings } from '../../../discussion-strings.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { rejectedMentions } from '../../../mentions/mentions-later.ts'
import type { SeenBy } from '../../../mentions/use-directory.ts'
import { useIsTouch } from '../../../shell/use-is-touch.ts'
import { useDraft } from '../composer/use-draft.ts'
import { CalledAgents } from './called-agents.tsx'
import styles from './discussion.module.css'
import { ReplyText } from './reply-text.tsx'

interface ReplyFieldProps {
  session: SeenBy
  anchorEventId: string
  /** What the server said to the last reply. */
  posted: PostedReplyJson | null
  onSeen(): void
  onSend(body: string): void
  agentName: string
  /** Absent where no agent would hear it. */
  onHand: (() => void) | undefined
}

const words = discussionStrings.field
const nearLimitChars = 500

export function ReplyField(props: ReplyFieldProps) {
  const { session, anchorEventId, posted, agentName, onSeen, onSend, onHand } = props
  const format = useFormat()
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(anchorEventId)
  const isOnTouch = useIsTouch()
  const left = limits.replyCharsMax - draft.text.length
  const send = () => {
    if (draft.text.trim() === '' || left < 0) return
    onSeen()
    onSend(draft.text)
    draft.set('')
    field.current?.focus()
  }
  const dismiss = () => {
    onSeen()
    field.current?.focus()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {posted && posted.rejectedMentions.length > 0 ? (
        <rejectedMentions.Part session={session} rejected={posted.rejectedMentions} onDismiss={dismiss} />
      ) : null}
      {posted?.agents ? <CalledAgents agents={posted.agents} /> : null}
      <ReplyText
        session={session}
        field={field}
        label={words.label}
        placeholder={words.placeholder}
        text={draft.text}
        isInvalid={left < 0}
        describedBy="reply-hint"
        onText={(text) => {
          if (text !== '') onSeen()
          draft.set(text)
        }}
        onEnter={send}
      >
        <Button type="submit" look="primary">
          {words.send}
        </Button>
      </ReplyText>
      <div className={styles.below}>
        <p id="reply-hint" className={left < 0 ? styles.problem : styles.hint}>
          {left < 0
            ? words.over(format.count(-left))
            : left < nearLimitChars
              ? words.near(format.count(left))
              : isOnTouch
                ? words.touch
                : words.keys}
        </p>
        {onHand === undefined ? null : (
          <Button look="quiet" onPress={onHand}>
            <Forward size={16} strokeWidth={1.5} aria-hidden="true" />
            {discussionStrings.hand.submit(agentName)}
          </Button>
        )}
      </div>
    </form>
  )
}
