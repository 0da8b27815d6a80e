// A word to a sub-agent that works, without leaving the page: it hears it at its next step.

import { limits } from '@heddle/contract'
import { useEffect, useRef, useState } from 'react'
import { newKey } from '../../../api/new-key.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Form } from '../../../components/form.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { useFormat } from '../../../format/format-context.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { strings } from '../../../strings.ts'
import styles from './subagents.module.css'

interface SteerFormProps {
  sessionId: string
  name: string
  onDone(): void
}

const words = strings.subagents.steer

export function SteerForm({ sessionId, name, onDone }: SteerFormProps) {
  const announce = useAnnounce()
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  // One for each text that is sent, however often it is tried.
  const [clientMessageId, renew] = useState(newKey)
  const post = useSubmit('postMessage', {
    done: () => {
      announce(words.done(name))
      onDone()
    },
  })
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  const submit = () => {
    if (post.isPending) return
    if (text.trim() === '') return post.refuse({ body: words.missing })
    if (text.length > limits.messageCharsMax)
      return post.refuse({ body: words.tooLong(format.count(limits.messageCharsMax)) })
    post.submit({ path: { id: sessionId }, body: { body: text, clientMessageId, mode: 'steer' } })
  }
  return (
    <div
      ref={box}
      className={styles.inline}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone()
      }}
    >
      <Form label={words.named(name)} failures={post.failures} onSubmit={submit}>
        <TextField
          name="body"
          label={words.label(name)}
          hint={words.hint}
          problem={post.problems.body}
          value={text}
          onChange={(value) => {
            setText(value)
            renew(newKey())
            post.mend('body')
          }}
          autoComplete="off"
        />
        {post.error && post.problems.body === undefined ? <Failure error={post.error} /> : null}
        <div className={styles.buttons}>
          <Button type="submit" look="primary" isPending={post.isPending}>
            {words.send}
          </Button>
          <Button onPress={onDone}>{words.cancel}</Button>
        </div>
      </Form>
    </div>
  )
}
