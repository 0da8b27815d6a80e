// Turns the composer of a page to another session, and back, from wherever that is offered. What cannot be done is said.

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { explainError } from '../../../api/explain-error.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { useToast } from '../../../shell/toasts.tsx'
import { strings } from '../../../strings.ts'
import { focusComposer } from '../focus-composer.ts'

export interface TalkHere {
  talkTo(sessionId: string, name: string): void
  unfocus(): void
}

/** `expect`: tells whoever shows it that the next change is the reader's own. */
export function useTalkHere(pageId: string, expect: (isOwn: boolean) => void = nobodyElse): TalkHere {
  const queries = useQueryClient()
  const format = useFormat()
  const announce = useAnnounce()
  const toast = useToast()
  const said = useRef('')
  const words = strings.focus
  const run = useSubmit('runCommand', {
    done: ({ ok, text }) => {
      void queries.invalidateQueries({ queryKey: ['readSession', { path: { id: pageId } }] })
      if (!ok) {
        expect(false)
        return toast({ text, tone: 'bad' })
      }
      announce(said.current === '' ? text : words.talks(said.current), false)
      focusComposer()
    },
    failed: (error) => {
      expect(false)
      const { title, text } = explainError(error, format)
      toast({ text: `${title}. ${text || words.failed}`, tone: 'bad' })
    },
  })
  const latest = useRef(run)
  latest.current = run
  const send = useCallback(
    (text: string, name: string) => {
      said.current = name
      expect(true)
      latest.current.submit({ path: { id: pageId }, body: { text, to: 'focus' } })
    },
    [pageId, expect],
  )
  return useMemo(
    () => ({
      talkTo: (sessionId, name) => send(`/focus ${sessionId}`, name),
      unfocus: () => send('/unfocus', ''),
    }),
    [send],
  )
}

function nobodyElse(): void {}
