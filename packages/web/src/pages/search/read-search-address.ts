// What the address of the search page asks for, and back: a link shows another reader what they may see of the same. What
// does not fit is left out, as if it were not there.

import { limits, type SearchKind } from '@heddle/contract'

export interface SearchWish {
  text: string
  kind: SearchKind | undefined
  sessionId: string | undefined
}

export const searchKinds = ['message', 'tool', 'reply'] as const satisfies readonly SearchKind[]

export function readSearchAddress(search: string): SearchWish {
  const params = new URLSearchParams(search)
  const session = params.get('session') ?? ''
  return {
    text: (params.get('q') ?? '').trim().slice(0, limits.searchTextCharsMax),
    kind: searchKinds.find((kind) => kind === params.get('kind')),
    sessionId: session === '' ? undefined : session,
  }
}

export function writeSearchAddress({ text, kind, sessionId }: SearchWish): string {
  const params = new URLSearchParams()
  if (text !== '') params.set('q', text)
  if (kind !== undefined) params.set('kind', kind)
  if (sessionId !== undefined) params.set('session', sessionId)
  const written = params.toString()
  return written === '' ? '/search' : `/search?${written}`
}
