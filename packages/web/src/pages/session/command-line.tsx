// A slash command and its answer, which only whoever asked sees.

import type { CommandAnswerJson } from '@heddle/contract'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { explainError } from '../../api/explain-error.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'
import { isEnd } from './focus/choose-stale.ts'
import styles from './composer.module.css'

export function useCommand(
  sessionId: string,
  on: {
    /** Before it is sent. */
    begun(text: string): void
    done(text: string, isDone: boolean): void
    failed(words: string): void
  },
) {
  const format = useFormat()
  const announce = useAnnounce()
  const [answer, setAnswer] = useState<CommandAnswerJson | null>(null)
  const run = useSubmit('runCommand', {
    done: (given, { body }) => {
      setAnswer(given)
      announce(given.text, false)
      on.done(body.text, given.ok)
    },
    failed: (error) => {
      setAnswer(null)
      const { title, text } = explainError(error, format)
      on.failed(`${title}. ${text}`)
    },
  })
  return {
    answer,
    isPending: run.isPending,
    run(text: string) {
      on.begun(text)
      // Where nothing is focused it is the session itself.
      run.submit({ path: { id: sessionId }, body: { text, to: 'focus' } })
    },
    dismiss: () => setAnswer(null),
  }
}

export function CommandLine({ answer, onDismiss }: { answer: CommandAnswerJson; onDismiss(): void }) {
  const words = strings.session.composer
  const { sessionId: next, label } = answer.data ?? {}
  return (
    <section aria-label={words.answerLabel} className={`${styles.answer} ${answer.ok ? '' : styles.no}`}>
      <p className={styles.words} dir="auto">
        {answer.text}
      </p>
      {typeof next === 'string' && !location.pathname.endsWith(next) && !isEnd(answer.data) ? (
        <Link href={`/sessions/${next}`}>
          {typeof label === 'string' ? strings.focus.open(label) : words.openSession}
        </Link>
      ) : null}
      <Button look="quiet" isIcon aria-label={words.dismiss} onPress={onDismiss}>
        <X size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
    </section>
  )
}
