// Sets the session to another model. Someone else's change to the session meanwhile is no reason to refuse this one, so
// it is read again and tried once more.

import type { WholeSessionJson } from '@heddle/contract'
import { useState } from 'react'
import { CallError, callErrorOf } from '../../../api/call-error.ts'
import { useClient } from '../../../api/client-context.tsx'
import { explainError } from '../../../api/explain-error.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { useToast } from '../../../shell/toasts.tsx'
import { strings } from '../../../strings.ts'

interface ChangeModel {
  /** As chosen, also before the server has said yes. */
  model: string | null
  choose(model: string | null, name: string): void
}

export function useChangeModel(
  session: WholeSessionJson,
  onChanged: ((session: WholeSessionJson) => void) | undefined,
): ChangeModel {
  const client = useClient()
  const format = useFormat()
  const announce = useAnnounce()
  const toast = useToast()
  const [chosen, setChosen] = useState<{ model: string | null } | null>(null)
  const words = strings.composer.recipient
  const path = { id: session.id }

  const save = async (model: string | null) => {
    const change = (version: number) => client.call('changeSession', { path, version, body: { model } })
    try {
      return await change(session.version)
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'changed_meanwhile') throw error
      return change((await client.call('readSession', { path })).version)
    }
  }
  return {
    model: chosen ? chosen.model : session.model,
    choose(model, name) {
      if (model === session.model) return
      setChosen({ model })
      save(model)
        .then(
          (changed) => {
            onChanged?.(changed)
            announce(words.changed(name))
          },
          (error: unknown) => {
            const known = error instanceof CallError ? error : callErrorOf('not_understood', '')
            toast({ text: `${words.failed} ${explainError(known, format).text}`, tone: 'bad' })
          },
        )
        .finally(() => setChosen(null))
    },
  }
}
