// The three answers, and the note that may go with a no. What is sent names the call that was shown, by its hash.

import { limits } from '@heddle/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { Failure } from '../../components/failure.tsx'
import { Form } from '../../components/form.tsx'
import { TextField } from '../../components/text-field.tsx'
import { strings } from '../../strings.ts'
import styles from './approval-card.module.css'
import type { AskedCall } from './asked-call.ts'
import { useDecided } from './use-decided.ts'

type Decision = 'once' | 'session' | 'deny'

const words = strings.approvals.card

export function DecideButtons({ call, isLate }: { call: AskedCall; isLate: boolean }) {
  const decided = useDecided()
  const decide = useSubmit('decideApproval', { done: decided, failed: () => decided() })
  const [pressed, setPressed] = useState<Decision>()
  const [isDenying, setDenying] = useState(false)
  const deny = useRef<HTMLButtonElement>(null)
  const scopeId = useId()
  const send = (decision: Decision, note = '') => {
    setPressed(decision)
    const { id, callHash } = call
    decide.submit({ path: { id }, body: { decision, callHash, ...(note === '' ? {} : { note }) } })
  }
  const rests = (decision: Decision) => isLate || (decide.isPending && pressed !== decision)
  const works = (decision: Decision) => decide.isPending && pressed === decision
  return (
    <div className={styles.decide}>
      {isDenying ? (
        <DenyForm
          isPending={works('deny')}
          isAtRest={rests('deny')}
          onDeny={(note) => send('deny', note)}
          onBack={() => {
            setDenying(false)
            requestAnimationFrame(() => deny.current?.focus())
          }}
        />
      ) : (
        <div className={styles.buttons} role="group" aria-label={words.group(call.tool)}>
          <Button
            look="primary"
            isPending={works('once')}
            isAtRest={rests('once')}
            onPress={() => send('once')}
          >
            {words.once}
          </Button>
          <Button
            isPending={works('session')}
            isAtRest={rests('session')}
            aria-describedby={scopeId}
            onPress={() => send('session')}
          >
            {words.session}
          </Button>
          <Button look="danger" ref={deny} isAtRest={rests('deny')} onPress={() => setDenying(true)}>
            {words.deny}
          </Button>
        </div>
      )}
      <p id={scopeId} className={styles.scope}>
        {words.scope} <code>{call.scope}</code>
      </p>
      {call.why === 'untrusted' ? <p className={styles.soft}>{words.onceForTurn}</p> : null}
      {decide.error ? <Failure error={decide.error} /> : null}
    </div>
  )
}

interface DenyFormProps {
  isPending: boolean
  isAtRest: boolean
  onDeny(note: string): void
  onBack(): void
}

function DenyForm({ isPending, isAtRest, onDeny, onBack }: DenyFormProps) {
  const [note, setNote] = useState('')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  const submit = () => {
    if (!isPending && !isAtRest) onDeny(note.trim())
  }
  return (
    <div
      ref={box}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onBack()
      }}
    >
      <Form label={words.deny} failures={0} onSubmit={submit}>
        <TextField
          label={words.note}
          isOptional
          hint={words.noteHint}
          value={note}
          onChange={setNote}
          maxLength={limits.approvalNoteCharsMax}
          autoComplete="off"
        />
        <div className={styles.buttons}>
          <Button type="submit" look="danger" isPending={isPending} isAtRest={isAtRest}>
            {words.denyNow}
          </Button>
          <Button onPress={onBack}>{words.back}</Button>
        </div>
      </Form>
    </div>
  )
}
