// What the list asks the server for. The same question from two places is one entry of the cache.

import type { ListQuery } from './merge-sessions.ts'

export interface ListFilter {
  text: string
  agent: string | undefined
  state: 'idle' | 'running' | 'over' | 'archived' | undefined
  isMine: boolean
}

export const noFilter: ListFilter = { text: '', agent: undefined, state: undefined, isMine: false }

type Asked = ListQuery & { limit: number }

const limit = 50

export function needsQuery({ agent }: Partial<ListFilter>): Asked {
  return { limit, needs: 'me', ...(agent === undefined ? {} : { agent }) }
}

export function runningQuery({ agent }: Partial<ListFilter>): Asked {
  return { limit, state: 'running', ...(agent === undefined ? {} : { agent }) }
}

export function restQuery({ text, agent, state }: ListFilter): Asked {
  return {
    limit,
    ...(text === '' ? {} : { text }),
    ...(agent === undefined ? {} : { agent }),
    ...(state === undefined ? {} : { state }),
  }
}

/** Then one list in the order in which it was found, instead of groups. */
export function isSearch({ text, state }: ListFilter): boolean {
  return text !== '' || state !== undefined
}

export function isNarrowed(filter: ListFilter): boolean {
  return isSearch(filter) || filter.agent !== undefined || filter.isMine
}
