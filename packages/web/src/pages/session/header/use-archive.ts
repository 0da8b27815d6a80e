// Puts a session into the archive and takes it out again. Each reads the session anew, because the change itself makes
// a version that nobody here has seen.

import type { WholeSessionJson } from '@heddle/contract'
import { CallError, callErrorOf } from '../../../api/call-error.ts'
import { useClient } from '../../../api/client-context.tsx'
import { explainError } from '../../../api/explain-error.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { useToast } from '../../../shell/toasts.tsx'
import { strings } from '../../../strings.ts'

export function useArchive(id: string, onChanged: (session: WholeSessionJson) => void) {
  const client = useClient()
  const format = useFormat()
  const toast = useToast()
  const words = strings.composer.header
  const path = { id }
  const read = () => client.call('readSession', { path })
  const tell = (title: string) => (error: unknown) => {
    const known = error instanceof CallError ? error : callErrorOf('not_understood', '')
    toast({ text: `${title} ${explainError(known, format).text}`, tone: 'bad' })
  }

  const takeOut = () => {
    const run = async () => {
      const { version } = await read()
      onChanged(await client.call('changeSession', { path, version, body: { archived: false } }))
      toast({ text: words.unarchived })
    }
    run().catch(tell(words.notUnarchived))
  }
  const putIn = () => {
    const run = async () => {
      await client.call('archiveSession', { path })
      toast({ text: words.archived, undo: takeOut })
      onChanged(await read())
    }
    run().catch(tell(words.notArchived))
  }
  return { putIn, takeOut }
}
