// Finding members.

import { normalizeHandle, type PersonId, refused } from '@heddle/contract'
import { decodeCursor, encodeCursor, pageOfRows } from '../foundation/database/cursor.ts'
import type { Reader } from '../foundation/database/store.ts'
import { selectHandle } from './handle-store.ts'
import type { Members, Page, Person } from './people.ts'
import type { InnerGate } from './gate.ts'
import { foldForSearch, loadPerson, personOfRow } from './person.ts'
import {
  searchActive,
  selectActive,
  selectByHandles,
  selectOverseers,
  selectPeople,
  selectPerson,
  selectSearchEnd,
} from './person-store.ts'

/** A place has few who run it. */
const overseersMax = 200

/** How many people one search looks at; beyond, the page ends early and its cursor goes on. */
const searchRowsMax = 20_000

export function createMemberLists(deps: {
  gate: InnerGate
  searchRowsMax?: number
}): Pick<
  Members,
  | 'listMembers'
  | 'readMember'
  | 'findMember'
  | 'readPerson'
  | 'readPeople'
  | 'findByHandles'
  | 'listOverseers'
> {
  const { gate } = deps

  async function search(r: Reader, text: string, after: string, limit: number): Promise<Page<Person>> {
    const rowsMax = deps.searchRowsMax ?? searchRowsMax
    const found = await r.all(searchActive(text, after, rowsMax, limit + 1))
    const page = pageOfRows(found, limit, 'members', (row) => row.handle, personOfRow)
    if (page.next !== undefined) return page
    const end = await r.one(selectSearchEnd(after, rowsMax))
    return end ? { ...page, next: encodeCursor('members', end.handle) } : page
  }

  return {
    async listMembers(r, actor, input) {
      gate.demand(actor, 'member.read', { kind: 'place' })
      const after = decodeCursor('members', input.cursor) ?? ''
      const text = foldForSearch(input.text ?? '')
        .trim()
        .replace(/^@/, '')
      if (text !== '') return search(r, text, after, input.limit)
      const rows = await r.all(selectActive(after, input.limit + 1))
      return pageOfRows(rows, input.limit, 'members', (row) => row.handle, personOfRow)
    },

    async readMember(r, actor, id) {
      gate.demand(actor, 'member.read', { kind: 'place' })
      return loadPerson(r, id)
    },

    async readPerson(r, id) {
      const row = await r.one(selectPerson(id))
      return row && personOfRow(row)
    },

    async listOverseers(r) {
      return (await r.all(selectOverseers(overseersMax))).map(personOfRow)
    },

    async readPeople(r, ids) {
      if (ids.length === 0) return new Map()
      return new Map((await r.all(selectPeople(ids))).map((row) => [row.id, personOfRow(row)]))
    },

    async findByHandles(r, handles) {
      if (handles.length === 0) return new Map()
      const rows = await r.all(selectByHandles(handles))
      return new Map(rows.map(({ called, ...row }) => [called, personOfRow(row)]))
    },

    async findMember(r, actor, handle) {
      gate.demand(actor, 'member.read', { kind: 'place' })
      const row = await r.one(selectHandle(normalizeHandle(handle.replace(/^@/, ''))))
      if (row?.owner_kind !== 'person') throw refused('not_found')
      // The row says that the owner is a person, so the id is a person's.
      return loadPerson(r, row.owner_id as PersonId)
    },
  }
}
