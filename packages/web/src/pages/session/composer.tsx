// Where one writes: Enter sends, a slash in front makes it a command. What is typed stays until it is sent.

import { limits, parseCommand, type WholeSessionJson } from '@heddle/contract'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { useLive } from '../../live/live-context.tsx'
import type { MessageMode } from '../../live/outbox.ts'
import { useMe } from '../../me/me-context.tsx'
import { strings } from '../../strings.ts'
import { chooseEnter } from './choose-enter.ts'
import { CommandLine, useCommand } from './command-line.tsx'
import styles from './composer.module.css'
import { draftsOf } from './drafts.ts'
import page from './session-page.module.css'

const nearLimitChars = 2_000

interface ComposerProps {
  session: WholeSessionJson
  field: RefObject<HTMLTextAreaElement | null>
  returned: Returned | null
  /** The names of others who type just now. */
  typing: readonly string[]
}

/** What was not sent or no longer waits, and comes back to be written on; each time a new one. */
export interface Returned {
  text: string
}

export function Composer({ session: { id, state }, field, returned, typing }: ComposerProps) {
  const live = useLive()
  const draft = useDraft(id)
  const [problem, setProblem] = useState<string | null>(null)
  const command = useCommand(id, { done: () => draft.set(''), failed: setProblem })
  const isRunning = state === 'running'
  const words = strings.session.composer
  useGrowing(field, draft.text)
  useReturned(returned, field, draft)

  const send = (mode: MessageMode) => {
    const text = draft.text
    if (text.trim() === '' || text.length > limits.messageCharsMax || command.isPending) return
    setProblem(null)
    const parsed = parseCommand(text)
    switch (parsed.kind) {
      case 'command':
        return command.run(text.trim())
      case 'unknown':
        return setProblem(words.unknownCommand(parsed.name, parsed.nearest))
      case 'wrong':
        return setProblem(words.wrongCommand(parsed.problem))
      case 'text':
        if (!live.say({ sessionId: id, text, mode })) return setProblem(words.full)
        return draft.set('')
    }
  }

  return (
    <form
      className={`${page.bar} ${styles.composer}`}
      onSubmit={(event) => {
        event.preventDefault()
        send('queue')
      }}
    >
      {command.answer ? <CommandLine answer={command.answer} onDismiss={command.dismiss} /> : null}
      <div className={styles.box}>
        <textarea
          ref={field}
          className={styles.field}
          rows={1}
          dir="auto"
          aria-label={words.label}
          aria-describedby="composer-hint"
          aria-invalid={problem === null ? undefined : true}
          placeholder={words.placeholder}
          value={draft.text}
          onChange={(event) => {
            draft.set(event.target.value)
            live.tellTyping(id)
            setProblem(null)
          }}
          onKeyDown={(event) => {
            const { isComposing } = event.nativeEvent
            const choice = chooseEnter({ ...pick(event), isComposing })
            if (choice === undefined) return
            event.preventDefault()
            send(choice === 'steer' ? 'steer' : 'queue')
          }}
        />
        <div className={styles.buttons}>
          {isRunning ? <Button onPress={() => send('steer')}>{words.steer}</Button> : null}
          <Button type="submit" look="primary" isPending={command.isPending}>
            {words.send}
          </Button>
        </div>
      </div>
      <div className={styles.below}>
        {problem === null ? null : (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <p id="composer-hint" className={styles.hint}>
          {isRunning ? words.hintRunning : words.hint}
        </p>
        <Typing names={typing} />
        <Counter length={draft.text.length} />
      </div>
    </form>
  )
}

/** In no live region: it comes and goes with every pause. */
function Typing({ names }: { names: readonly string[] }) {
  const words = strings.session.onlookers
  const [first, second] = names
  if (first === undefined) return null
  return (
    <p className={styles.hint}>
      {names.length > 2
        ? words.manyType
        : second === undefined
          ? words.types(first)
          : words.twoType(first, second)}
    </p>
  )
}

function Counter({ length }: { length: number }) {
  const format = useFormat()
  const left = limits.messageCharsMax - length
  if (left > nearLimitChars) return null
  const words = strings.session.composer
  return (
    <p className={left < 0 ? styles.problem : styles.hint}>
      {left < 0 ? words.over(format.count(-left)) : words.near(format.count(left))}
    </p>
  )
}

function useDraft(sessionId: string): { text: string; set(text: string): void } {
  const me = useMe()
  const [text, setText] = useState(() => draftsOf(me.id).read(sessionId))
  return {
    text,
    set(next) {
      setText(next)
      draftsOf(me.id).write(sessionId, next)
    },
  }
}

function useReturned(
  returned: Returned | null,
  field: RefObject<HTMLTextAreaElement | null>,
  draft: { text: string; set(text: string): void },
): void {
  const [last, setLast] = useState<Returned | null>(null)
  useEffect(() => {
    if (returned === null || returned === last) return
    setLast(returned)
    draft.set([returned.text, draft.text].filter((text) => text !== '').join('\n'))
    field.current?.focus()
  }, [returned, last, field, draft])
}

/** As high as what is written, up to where it scrolls; and ready to be written in when the page opens. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [field, text])
  useEffect(() => {
    // On a phone the keyboard would cover what one came to read.
    if (window.matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true })
  }, [field])
}

function pick(event: React.KeyboardEvent) {
  const { key, shiftKey, ctrlKey, metaKey, altKey, keyCode } = event
  return { key, shiftKey, ctrlKey, metaKey, altKey, keyCode }
}
