// What a command answered, to whoever gave it alone.

import type { CommandAnswerJson, FocusJson } from '@heddle/contract'
import { X } from 'lucide-react'
import { Link } from 'wouter'
import { Button } from '../../components/button.tsx'
import { strings } from '../../strings.ts'
import { isEnd } from './focus/choose-stale.ts'
import { useStale } from './focus/use-stale.ts'
import styles from './composer.module.css'

interface CommandLineProps {
  answer: CommandAnswerJson
  /** What is focused on the page: what was answered about it goes when it no longer holds. */
  focus: FocusJson | null | undefined
  onDismiss(): void
}

export function CommandLine({ answer, focus, onDismiss }: CommandLineProps) {
  useStale(answer, focus, onDismiss)
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
