// A slash command and its answer, which only whoever asked sees.

import type { CommandAnswerJson } from '@heddle/contract'
import { useRef, useState } from 'react'
import type { CallError } from '../../api/call-error.ts'
import { explainError } from '../../api/explain-error.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { useFormat } from '../../format/format-context.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'

export function useCommand(
  sessionId: string,
  on: {
    /** Before it is sent. */
    begun(text: string): void
    done(text: string, isDone: boolean): void
    failed(words: string, error: CallError, text: string): void
  },
) {
  const format = useFormat()
  const announce = useAnnounce()
  const [answer, setAnswer] = useState<CommandAnswerJson | null>(null)
  const asked = useRef('')
  const run = useSubmit('runCommand', {
    done: (given, { body }) => {
      setAnswer(given)
      announce(given.text, false)
      on.done(body.text, given.ok)
    },
    failed: (error) => {
      setAnswer(null)
      const { title, text } = explainError(error, format)
      on.failed(`${title}. ${text}`, error, asked.current)
    },
  })
  return {
    answer,
    isPending: run.isPending,
    run(text: string) {
      on.begun(text)
      asked.current = text
      // Where nothing is focused it is the session itself.
      run.submit({ path: { id: sessionId }, body: { text, to: 'focus' } })
    },
    dismiss: () => setAnswer(null),
  }
}
