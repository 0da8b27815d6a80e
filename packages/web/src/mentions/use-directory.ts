// Who can be mentioned in a session: members and agents. Where there are more members than a page holds, the server looks
// for what was typed.

import { type AgentJson, limits, type PersonJson, type WholeSessionJson } from '@heddle/contract'
import { useDeferredValue, useMemo } from 'react'
import { useRead } from '../api/use-read.ts'
import { useMe } from '../me/me-context.tsx'
import type { Named } from './choose-mention.ts'

/** What of a session says who may see it. */
export type SeenBy = Pick<WholeSessionJson, 'id' | 'visibility' | 'participants' | 'agentId' | 'state'>

export function useDirectory(session: SeenBy, isWanted: boolean, typed: string): readonly Named[] {
  const me = useMe()
  const agents = useRead('listAgents', {}, isWanted)
  const first = useRead('listMembers', { query: { limit: limits.pageItemsMax } }, isWanted)
  const isMore = first.data?.next !== undefined
  const text = useDeferredValue(typed.slice(0, limits.searchTextCharsMax))
  const found = useRead('listMembers', { query: { text, limit: 20 } }, isWanted && isMore && text !== '')
  return useMemo(() => {
    const members = new Map(
      [...(first.data?.items ?? []), ...(found.data?.items ?? [])].map((person) => [person.id, person]),
    )
    members.delete(me.id)
    const people = [...members.values()].filter(({ state }) => state === 'active')
    return [
      ...people.map((person) => namedPerson(person, session)),
      ...(agents.data?.items ?? []).map(namedAgent),
    ]
  }, [first.data, found.data, agents.data, me.id, session])
}

export function namedPerson({ id, handle, name }: PersonJson, { visibility, participants }: SeenBy): Named {
  const isOutside = visibility === 'private' && !participants.some((one) => one.id === id)
  return { handle, name, what: 'person', ...(isOutside && { isOutside }) }
}

function namedAgent({ id, name }: AgentJson): Named {
  return { handle: id, name, what: 'agent' }
}
