// What an account remembers for its platform's sake, kept in the database: each channel sees its own account's alone.

import type { ChannelNotes } from './channels/channel.ts'
import { deleteNote, findNote, type NoteOwner, notesBeginning, putNote } from './channel-notes-store.ts'
import type { Store } from './foundation/database/store.ts'

export function createChannelNotes(
  store: Pick<Store, 'read' | 'tx' | 'durable'>,
  owner: NoteOwner,
): ChannelNotes {
  return {
    read: (name) => store.read((r) => findNote(r, owner, name)),
    async list(prefix) {
      const notes = await store.read((r) => notesBeginning(r, owner, prefix))
      return new Map(notes.map(({ name, value }) => [name, value]))
    },
    async write(name, value) {
      await store.tx((t) => putNote(t, owner, name, value))
      await store.durable()
    },
    async forget(name) {
      await store.tx((t) => deleteNote(t, owner, name))
      await store.durable()
    },
  }
}
