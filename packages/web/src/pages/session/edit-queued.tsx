// Changes a message that waits, with the keys of the composer. When it is taken or cancelled meanwhile, what was typed
// stays and can go into a new one.

import { limits } from '@heddle/contract'
import { useEffect, useRef } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { Failure } from '../../components/failure.tsx'
import { Notice } from '../../components/notice.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { useIsTouch } from '../../shell/use-is-touch.ts'
import { strings } from '../../strings.ts'
import { chooseEnter } from './choose-enter.ts'
import styles from './queue-stack.module.css'

interface EditQueuedProps {
  path: { id: string; messageId: string }
  /** What was typed, at first the whole of it. */
  body: string
  onBody(text: string): void
  isGone: boolean
  /** There is a place for a new message. */
  mayKeep: boolean
  onClose(): void
  onKeep(text: string): void
}

export function EditQueued({ path, body, onBody, isGone, mayKeep, onClose, onKeep }: EditQueuedProps) {
  const announce = useAnnounce()
  const field = useRef<HTMLTextAreaElement>(null)
  const isOnTouch = useIsTouch()
  const words = strings.session.queue
  const edit = useSubmit('changeQueued', {
    done: () => {
      announce(words.saved)
      onClose()
    },
  })
  const isRight = body.trim() !== '' && body.length <= limits.messageCharsMax
  const save = () => {
    if (isRight && !edit.isPending) edit.submit({ path, body: { body } })
  }
  useEffect(() => {
    const element = field.current
    // One goes on where the text ends.
    element?.setSelectionRange(element.value.length, element.value.length)
    element?.focus()
  }, [])
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
        ref={field}
        aria-label={words.editLabel}
        aria-describedby={isGone ? undefined : 'edit-queued-hint'}
        enterKeyHint={isOnTouch ? 'enter' : 'done'}
        rows={3}
        dir="auto"
        value={body}
        onChange={(event) => onBody(event.target.value)}
        onKeyDown={(event) => {
          // It could not be opened again.
          if (isGone) return
          if (event.key === 'Escape') return onClose()
          const { key, shiftKey, ctrlKey, metaKey, altKey, keyCode } = event
          const { isComposing } = event.nativeEvent
          const pressed = { key, shiftKey, ctrlKey, metaKey, altKey, keyCode, isComposing }
          if (chooseEnter(pressed, isOnTouch) === undefined) return
          event.preventDefault()
          save()
        }}
      />
      <div className={styles.buttons}>
        {isGone || isOnTouch ? null : (
          <p id="edit-queued-hint" className={styles.hint}>
            {words.editKeys}
          </p>
        )}
        <Button onPress={onClose}>{strings.form.cancel}</Button>
        {isGone && mayKeep ? (
          <Button look="primary" isDisabled={body.trim() === ''} onPress={() => onKeep(body)}>
            {words.keep}
          </Button>
        ) : null}
        {isGone ? null : (
          <Button look="primary" isDisabled={!isRight} isPending={edit.isPending} onPress={save}>
            {strings.form.save}
          </Button>
        )}
      </div>
    </div>
  )
}
