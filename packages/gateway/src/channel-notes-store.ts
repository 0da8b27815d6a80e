// SQL of what accounts remember for their platforms' sake.

import { queriesOver } from './foundation/database/query.ts'
import type { Reader, Tx } from './foundation/database/store.ts'

interface NoteTables {
  channel_notes: { channel: string; account_id: string; name: string; value: string; updated_at: number }
}

const db = queriesOver<NoteTables>()

export interface NoteOwner {
  channel: string
  accountId: string
}

export async function findNote(r: Reader, owner: NoteOwner, name: string): Promise<string | undefined> {
  const row = await r.one(ofOwner(owner).where('name', '=', name))
  return row?.value
}

export function notesBeginning(
  r: Reader,
  owner: NoteOwner,
  prefix: string,
): Promise<{ name: string; value: string }[]> {
  // Names are ASCII, so everything that begins so stands before this.
  return r.all(ofOwner(owner).where('name', '>=', prefix).where('name', '<', `${prefix}\u{10ffff}`))
}

export async function putNote(t: Tx, owner: NoteOwner, name: string, value: string): Promise<void> {
  const row = { value, updated_at: t.now }
  await t.run(
    db
      .insertInto('channel_notes')
      .values({ channel: owner.channel, account_id: owner.accountId, name, ...row })
      .onConflict((conflict) => conflict.columns(['channel', 'account_id', 'name']).doUpdateSet(row)),
  )
}

export async function deleteNote(t: Tx, owner: NoteOwner, name: string): Promise<void> {
  await t.run(
    db
      .deleteFrom('channel_notes')
      .where('channel', '=', owner.channel)
      .where('account_id', '=', owner.accountId)
      .where('name', '=', name),
  )
}

function ofOwner({ channel, accountId }: NoteOwner) {
  return db
    .selectFrom('channel_notes')
    .select(['name', 'value'])
    .where('channel', '=', channel)
    .where('account_id', '=', accountId)
}
