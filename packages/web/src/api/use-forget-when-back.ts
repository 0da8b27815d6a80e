// That the server could not be reached is no longer true once it can be: what was said of it goes.

import { useEffect, useRef } from 'react'
import type { CallError } from './call-error.ts'
import { useConnection } from './client-context.tsx'

export function useForgetWhenBack({ error, forget }: { error: CallError | null; forget(): void }): void {
  const connection = useConnection()
  const latest = useRef(forget)
  latest.current = forget
  const isUnreachable = error?.code === 'unreachable'
  useEffect(() => {
    if (!isUnreachable) return
    return connection.subscribe(() => {
      if (!connection.isLost()) latest.current()
    })
  }, [connection, isUnreachable])
}
