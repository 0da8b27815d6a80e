// When a change is refused because someone else was faster, the session is read again, so that the next press goes
// through.

import type { WholeSessionJson } from '@heddle/contract'
import type { CallError } from '../../api/call-error.ts'
import { useClient } from '../../api/client-context.tsx'

export function useFreshSession(
  id: string,
  onChanged: (session: WholeSessionJson) => void,
): (error: CallError) => void {
  const client = useClient()
  return (error) => {
    if (error.code !== 'changed_meanwhile') return
    // If that fails too, the words at the form stay true.
    client.call('readSession', { path: { id } }).then(onChanged, () => {})
  }
}
