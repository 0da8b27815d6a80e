// The tables of search as the migration makes them.

import type { SessionId } from '@heddle/contract'
import { queriesOver } from '../../foundation/database/query.ts'
import type { SessionsTables } from '../sessions-tables.ts'

export interface SearchTables extends SessionsTables {
  search_texts: SearchTextRow
}

export const queries = queriesOver<SearchTables>()

export interface SearchTextRow {
  id: number
  source_id: string
  session_id: SessionId
  seq: number
  places: string
  words: string
}
