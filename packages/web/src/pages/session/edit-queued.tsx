// Changes a message that still waits.

import { limits } from '@heddle/contract'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { Failure } from '../../components/failure.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'
import styles from './queue-stack.module.css'

interface EditQueuedProps {
  path: { id: string; messageId: string }
  text: string
  onClose(): void
}

export function EditQueued({ path, text, onClose }: EditQueuedProps) {
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
    <li className={styles.edit}>
      {edit.error ? <Failure error={edit.error} /> : null}
      <textarea
        className={styles.field}
        aria-label={words.editLabel}
        rows={3}
        dir="auto"
        autoFocus
        value={body}
        onChange={(event) => setBody(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
      />
      <div className={styles.buttons}>
        <Button onPress={onClose}>{strings.form.cancel}</Button>
        <Button
          look="primary"
          isDisabled={!isRight}
          isPending={edit.isPending}
          onPress={() => edit.submit({ path, body: { body } })}
        >
          {strings.form.save}
        </Button>
      </div>
    </li>
  )
}
