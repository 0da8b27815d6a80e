// Ends a binding. The reader's own message field is let go at once, and can be taken up again; anything else is asked
// about first, because others write there.

import type { BindingJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { useMe } from '../../me/me-context.tsx'
import { placeStrings } from '../../place-strings.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import { useToast } from '../../shell/toasts.tsx'
import { nameBinding } from './name-place.ts'

const words = placeStrings.bindings

export function useEndBinding(ask: (binding: BindingJson) => void) {
  const queries = useQueryClient()
  const meId = useMe().id
  const toast = useToast()
  const announce = useAnnounce()
  const ended = useRef<BindingJson | null>(null)
  const readAgain = () => {
    void queries.invalidateQueries({ queryKey: ['listBindings'] })
    void queries.invalidateQueries({ queryKey: ['readSession'] })
  }
  const again = useSubmit('makeBinding', {
    done: (binding) => {
      readAgain()
      announce(words.back(nameBinding(binding)))
    },
    failed: () => toast({ text: words.notBack, tone: 'bad' }),
  })
  const end = useSubmit('endBinding', {
    done: () => {
      readAgain()
      const binding = ended.current
      if (binding === null) return
      toast({
        text: words.wasEnded(nameBinding(binding)),
        undo: () =>
          again.submit({
            body: { targetSessionId: binding.targetSessionId, conversation: binding.conversation },
          }),
      })
    },
  })
  const latest = useRef({ ask, submit: end.submit })
  latest.current = { ask, submit: end.submit }
  return {
    error: end.error,
    end: useCallback(
      (binding: BindingJson) => {
        const { channel, accountId } = binding.conversation
        if (channel !== 'web' || accountId !== meId) return latest.current.ask(binding)
        ended.current = binding
        latest.current.submit({ path: { id: binding.bindingId } })
      },
      [meId],
    ),
  }
}
