// Finds out whom the texts of a session may mention, once one of them has an "@", and says how they are set apart. Shows
// nothing itself.

import type { EventJson } from '@heddle/contract'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { markMentions } from '../markdown/mark-mentions.ts'
import { useMe } from '../me/me-context.tsx'
import type { Marks } from './named-here.ts'
import { type SeenBy, useDirectory } from './use-directory.ts'
import { useFurtherMembers } from './use-further-members.ts'

export interface FindNamedProps {
  session: SeenBy
  rows: readonly EventJson[]
  onFound(marks: Marks): void
}

export function FindNamed({ session, rows, onFound }: FindNamedProps) {
  const me = useMe()
  const isNaming = useIsNaming(useDeferredValue(rows))
  const directory = useDirectory(session, isNaming, '')
  const further = useFurtherMembers(session, isNaming)
  const marks = useMemo(() => {
    const people = new Set([me.handle, ...further.handles])
    const agents = new Set<string>()
    for (const { handle, what, isOutside } of directory) {
      if (!isOutside) (what === 'person' ? people : agents).add(handle)
    }
    const marking = (isKnown: (handle: string) => boolean) => (text: string) =>
      markMentions(text, isKnown, me.handle, further.ask)
    return {
      person: marking((handle) => people.has(handle) || agents.has(handle)),
      agent: marking((handle) => people.has(handle)),
    }
  }, [directory, further, me.handle])
  useEffect(() => {
    if (isNaming) onFound(marks)
  }, [isNaming, marks, onFound])
  return null
}

/** Once one did, that stays: the directory is known by then. */
function useIsNaming(rows: readonly EventJson[]): boolean {
  const [isNaming, setNaming] = useState(false)
  useEffect(() => {
    if (!isNaming && rows.some(({ payload }) => String(payload.text ?? '').includes('@'))) setNaming(true)
  }, [isNaming, rows])
  return isNaming
}
