// Changes a message that waits. When it is taken or cancelled meanwhile, what was typed stays and can go into a new one.

import { limits } from '@heddle/contract'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { Failure } from '../../components/failure.tsx'
import { Notice } from '../../components/notice.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'
import styles from './queue-stack.module.css'

interface EditQueuedProps {
  path: { id: string; messageId: string }
  /** The whole of it. */
  text: string
  isGone: boolean
  /** There is a place for a new message. */
  mayKeep: boolean
  onClose(): void
  onKeep(text: string): void
}

export function EditQueued({ path, text, isGone, mayKeep, onClose, onKeep }: EditQueuedProps) {
  const announce = useAnnounce()
  const [body, setBody] = useState(text)
  const words = strings.session.queue
  const edit = useSubmit('changeQueued', {
    done: () => {
      announce(words.saved)
      onClose()
    },
  })
  const isRight = body.trim() !== '' && body.length <= limits.messageCharsMax
  return (
    <div className={styles.edit}>
      {isGone ? (
        <Notice tone="wait" isAlert>
          {words.gone}
        </Notice>
      ) : edit.error ? (
        <Failure error={edit.error} />
      ) : null}
      <textarea
        className={styles.field}
        aria-label={words.editLabel}
        rows={3}
        dir="auto"
        autoFocus
        value={body}
        onChange={(event) => setBody(event.target.value)}
        onKeyDown={(event) => {
          // It could not be opened again.
          if (event.key === 'Escape' && !isGone) onClose()
        }}
      />
      <div className={styles.buttons}>
        <Button onPress={onClose}>{strings.form.cancel}</Button>
        {isGone && mayKeep ? (
          <Button look="primary" isDisabled={body.trim() === ''} onPress={() => onKeep(body)}>
            {words.keep}
          </Button>
        ) : null}
        {isGone ? null : (
          <Button
            look="primary"
            isDisabled={!isRight}
            isPending={edit.isPending}
            onPress={() => edit.submit({ path, body: { body } })}
          >
            {strings.form.save}
          </Button>
        )}
      </div>
    </div>
  )
}
