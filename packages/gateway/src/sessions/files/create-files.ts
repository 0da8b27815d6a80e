// Keeping files: bytes to the disk, rows about them, and neither without the other for longer than a sweep takes.
//
// The order, under the hash's own line: the row of the content is on disk, then the bytes are put in place, then the
// file's row is committed. To remove: no file's row, which is on disk, then the bytes go, then the content's row. So a
// file that is committed has its bytes, and bytes without a file have an idle row by which the sweep finds them. Of two
// who bring the same bytes at once, each puts its own copy there; the sweep waits in the same line and looks again.

import { type FileId, limits, type PersonId, refused, type SessionId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import { describeFiles, dropFile, fileOfRow, mayRead } from './attach-files.ts'
import { assertMayMake, filesOfCall, findInSession, giveToAnswer, giveToCall } from './call-files.ts'
import { checkContents } from './check-contents.ts'
import { chooseFileName } from './choose-file-name.ts'
import {
  countUnused,
  deleteContent,
  expectContent,
  insertFile,
  noteContentUse,
  selectContent,
  selectFile,
  selectIdleContents,
  selectKeptBytes,
  selectUnusedBefore,
} from './file-store.ts'
import type { FileRow } from './file-tables.ts'
import type { FilesVerbs, StagedFile, StoredFile } from './files.ts'
import { judgeContent } from './judge-content.ts'

const filesAtOnce = 200
const contentsAtOnce = 50

export function createFiles(deps: RoomDeps): FilesVerbs {
  const { blobs, store, people } = deps

  return {
    async stageFile({ content, name, mediaType }) {
      const blob = await blobs.stage(content, limits.fileBytesMax)
      const { hash, bytes } = blob
      if (bytes === 0) {
        await blob.discard()
        throw refused('bad_input', {
          message: 'file: is empty.',
          issues: [{ field: 'file', message: 'is empty' }],
        })
      }
      const judged = judgeContent(mediaType, blob.head)
      const ways = { place: () => blob.place(), discard: () => blob.discard() }
      return { hash, bytes, name: chooseFileName(name), ...judged, ...ways }
    },

    settleFile: (staged, commit) =>
      blobs.alone(staged.hash, async () => {
        await store.tx((t) => expectContent(t, staged.hash, staged.bytes))
        await store.durable()
        await staged.place()
        try {
          return await commit()
        } catch (error) {
          // Who is refused must not fill the disk until the next sweep.
          await tryToRemove(staged.hash, removeIdle)
          throw error
        }
      }),

    async keepFile(t, actor, staged) {
      if (actor.kind !== 'system') await people.permit(t, actor, 'file.create', { kind: 'place' })
      const ownerId = actor.kind === 'person' ? actor.personId : null
      if (ownerId !== null) await assertMayKeep(t, ownerId, staged.bytes)
      return keep(t, staged, { owner_id: ownerId, made_in: null })
    },

    async keepFileOfAgent(t, sessionId, staged) {
      await assertMayMake(t, sessionId, staged.bytes)
      return keep(t, staged, { owner_id: null, made_in: sessionId })
    },

    giveToCall,
    giveToAnswer,
    filesOfCall,
    findInSession,
    describeFiles,

    async findFile(r, actor, id) {
      people.demand(actor, 'file.read', { kind: 'place' })
      const row = await selectFile(r, id as FileId)
      if (!row || !(await mayRead(people, r, actor, row))) throw refused('not_found')
      return fileOfRow(row)
    },

    async openFile(file, range) {
      const found = await blobs.open(file.hash, file.bytes, range)
      if (found === undefined) throw new Error(`the bytes of the file ${file.id} are not there`)
      return found
    },

    async forgetUnusedFiles(t) {
      const rows = await selectUnusedBefore(t, t.now - limits.filesUnusedKeptMs, filesAtOnce)
      for (const row of rows) await dropFile(t, row)
      return rows.length === filesAtOnce
    },

    async removeIdleContents() {
      const idle = await store.read((r) => selectIdleContents(r, contentsAtOnce))
      const outcomes: Removal[] = []
      for (const hash of idle) outcomes.push(await tryToRemove(hash, removeContent))
      // To the end of the line, so that the others come first the next time.
      const failed = idle.filter((_, i) => outcomes[i] === 'failed')
      if (failed.length > 0) await store.tx((t) => noteIdle(t, failed))
      if (outcomes.includes('held')) return true
      // When all of them fail, the next look is the sweep's: at once it would find nothing better.
      return idle.length === contentsAtOnce && outcomes.includes('removed')
    },

    checkContents: () => checkContents(deps),
  }

  async function keep(
    t: Tx,
    { hash, bytes, name, mediaType, width, height }: StagedFile,
    whose: { owner_id: PersonId | null; made_in: SessionId | null },
  ): Promise<StoredFile> {
    const row: FileRow = {
      id: deps.ids.make('file'),
      hash,
      name,
      media_type: mediaType,
      bytes,
      width,
      height,
      ...whose,
      created_at: t.now,
      unused_since: t.now,
    }
    await insertFile(t, row)
    await noteContentUse(t, hash)
    return fileOfRow(row)
  }

  async function tryToRemove(hash: string, remove: typeof removeIdle): Promise<Removal> {
    try {
      return (await remove(hash)) ? 'removed' : 'held'
    } catch (error) {
      deps.log.error('the bytes of a file cannot be removed', { hash, error })
      return 'failed'
    }
  }

  function removeContent(hash: string): Promise<boolean> {
    return blobs.alone(hash, () => removeIdle(hash))
  }

  /** Alone with the hash. False when it has to wait: a backup copies what is there. */
  async function removeIdle(hash: string): Promise<boolean> {
    // Someone may have brought the same bytes since.
    const content = await store.read((r) => selectContent(r, hash))
    if (content === undefined || content.idle_since === null) return true
    // That no file is this any more must be on disk before the bytes go, or a power cut leaves a file without them.
    await store.durable()
    if (!(await blobs.remove(hash))) return false
    await store.tx((t) => deleteContent(t, hash))
    return true
  }
}

type Removal = 'removed' | 'held' | 'failed'

async function noteIdle(t: Tx, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) await noteContentUse(t, hash)
}

/** In the transaction that keeps it, so that nobody gets further by sending several at once. */
async function assertMayKeep(t: Tx, ownerId: PersonId, bytes: number): Promise<void> {
  if ((await countUnused(t, ownerId)) >= limits.filesUnusedPerPersonMax) {
    throw refused('limit_reached', {
      message: `You have ${limits.filesUnusedPerPersonMax} files that no message has. Send some, or wait until they are forgotten.`,
    })
  }
  const most = limits.filesKeptBytesPerPersonMax
  if ((await selectKeptBytes(t, ownerId)) + bytes > most) {
    throw refused('limit_reached', {
      message: `Your files may take ${most / 1_073_741_824} GB together, and this one would be too much. Redact messages whose files nobody needs any more.`,
    })
  }
}
