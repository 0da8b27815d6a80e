// Cursors of paged lists: the key of the last row, wrapped so that nobody builds on what is inside. A cursor belongs to
// the list that gave it out; anything else is refused, never guessed at.

import { Buffer } from 'node:buffer'
import { limits, refused } from '@heddle/contract'

export function encodeCursor(list: string, key: string): string {
  return Buffer.from(JSON.stringify([list, key]), 'utf8').toString('base64url')
}

/** The key after which the page begins; undefined for the first page. */
export function decodeCursor(list: string, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const key = cursor.length <= limits.cursorCharsMax ? keyIn(list, cursor) : undefined
  // Written back and compared, because base64 and JSON both have many spellings of one value.
  if (key === undefined || encodeCursor(list, key) !== cursor) throw refused('bad_cursor')
  return key
}

/** Cuts a page out of rows that were asked for one more than the page holds. */
export function pageOfRows<Row, Item>(
  rows: readonly Row[],
  limit: number,
  list: string,
  keyOf: (row: Row) => string,
  itemOf: (row: Row) => Item,
): { items: Item[]; next?: string } {
  const items = rows.slice(0, limit).map(itemOf)
  const last = rows[limit - 1]
  if (rows.length <= limit || last === undefined) return { items }
  return { items, next: encodeCursor(list, keyOf(last)) }
}

function keyIn(list: string, cursor: string): string | undefined {
  try {
    const content: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (!Array.isArray(content) || content.length !== 2) return undefined
    const [name, key] = content as unknown[]
    return name === list && typeof key === 'string' ? key : undefined
  } catch {
    return undefined
  }
}
