// The setting `agents.defaults.model`: what it is, whether the file decides, and the way to change it.

import { useQueryClient } from '@tanstack/react-query'
import { useRead } from '../../../api/use-read.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { modelStrings } from '../../../models-strings.ts'
import { standardKey } from './standard-key.ts'

export function useStandardModel(onDone?: () => void) {
  const queries = useQueryClient()
  const announce = useAnnounce()
  const { data } = useRead('readSettings', {})
  const words = modelStrings.standard
  const item = data?.items.find(({ key }) => key === standardKey)
  const save = useSubmit('writeSettings', {
    done: (answer, { body }) => {
      queries.setQueryData(['readSettings', {}], answer)
      // Which model an agent has follows from it.
      void queries.invalidateQueries({ queryKey: ['listAgents'] })
      const name = body[standardKey]
      announce(typeof name === 'string' ? words.saved(name) : words.savedAutomatic)
      onDone?.()
    },
    failed: (error) => {
      if (error.code === 'set_in_file') void queries.invalidateQueries({ queryKey: ['readSettings'] })
    },
  })
  return {
    /** False as long as it is not known, and on a server that has no such setting. */
    isThere: item !== undefined,
    isInFile: item?.source === 'file',
    /** What is wrong with it, in the server's words: for one, that no provider has this model any more. */
    warning: item?.warning,
    /** Null: automatic. */
    name: typeof item?.value === 'string' && item.value !== '' ? item.value : null,
    choose: (name: string | null) => save.submit({ body: { [standardKey]: name } }),
    isPending: save.isPending,
    error: save.error,
  }
}
