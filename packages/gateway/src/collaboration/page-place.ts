// Where a page of threads or replies ends: both are ordered by (createdAt, id), on every client alike. Pure.

import { refused } from '@heddle/contract'

export interface PagePlace {
  createdAt: number
  id: string
}

export function writePlace(row: { created_at: number; id: string }): string {
  return `${row.created_at} ${row.id}`
}

/** Undefined for the first page. */
export function readPlace(key: string | undefined): PagePlace | undefined {
  if (key === undefined) return undefined
  const [, time, id] = /^(\d{1,15}) (\S{1,64})$/.exec(key) ?? []
  if (time === undefined || id === undefined) throw refused('bad_cursor')
  return { createdAt: Number(time), id }
}
