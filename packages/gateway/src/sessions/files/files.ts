// What this room does with files, as others see it. Bytes come in before anyone knows what for; a file is what a
// transaction makes of them, and a message has it from the moment it is admitted.

import type { AttachmentJson, EventId, FileId, PersonId, SessionId } from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import type { FileCall } from './call-files.ts'

export interface StoredFile {
  id: FileId
  hash: string
  name: string
  mediaType: string
  bytes: number
  /** Of an image that can be shown, in pixels. */
  width: number | null
  height: number | null
  /** Null for what an agent made. */
  ownerId: PersonId | null
  createdAt: number
}

/** Bytes that are on disk, but in no place yet and nobody's. */
export interface StagedFile {
  readonly hash: string
  readonly bytes: number
  /** As it will be called, whatever it was called outside. */
  readonly name: string
  readonly mediaType: string
  readonly width: number | null
  readonly height: number | null
  place(): Promise<void>
  /** For whoever does not keep it after all; without effect once it was placed. */
  discard(): Promise<void>
}

export interface IncomingFile {
  content: AsyncIterable<Uint8Array>
  name?: string | undefined
  /** As the sender says; for images it is checked against the content. */
  mediaType?: string | undefined
}

export interface FileRange {
  first: number
  last: number
}

export interface FilesVerbs {
  /** Throws `too_large` beyond the limit, and `bad_input` for nothing at all. */
  stageFile(incoming: IncomingFile): Promise<StagedFile>
  /**
   * Puts the bytes in their place and then runs `commit`, whose transaction calls `keepFile`. Not inside a transaction:
   * it waits for the disk.
   */
  settleFile<T>(staged: StagedFile, commit: () => Promise<T>): Promise<T>
  /** Inside `settleFile` only. What Heddle itself keeps, for an agent, belongs to nobody. */
  keepFile(t: Tx, actor: Actor, staged: StagedFile): Promise<StoredFile>
  /** The same, for what an agent attaches in that session. */
  keepFileOfAgent(t: Tx, sessionId: SessionId, staged: StagedFile): Promise<StoredFile>
  /** In the transaction of what a call does: they stand with it from here on, in this order. */
  giveToCall(t: Tx, call: FileCall, files: readonly FileId[]): Promise<StoredFile[]>
  /** They go with the answer of the call's turn. Says all that it carries by then. */
  giveToAnswer(t: Tx, call: FileCall, files: readonly FileId[]): Promise<StoredFile[]>
  /** What a call was given, if it was made before. */
  filesOfCall(r: Reader, callEventId: EventId): Promise<StoredFile[]>
  /** As messages carry them; without those that are gone. Whoever calls has asked for the rights. */
  describeFiles(r: Reader, ids: readonly string[]): Promise<AttachmentJson[]>
  /** One that stands in that session; undefined otherwise. */
  findInSession(r: Reader, sessionId: SessionId, id: string): Promise<StoredFile | undefined>
  /** One's own, or one that stands in a session which the actor may read. */
  findFile(r: Reader, actor: Actor, id: string): Promise<StoredFile>
  /** Throws an error of ours when the bytes are not there: they are lost. */
  openFile(
    file: Pick<StoredFile, 'id' | 'hash' | 'bytes'>,
    range?: FileRange,
  ): Promise<AsyncIterable<Uint8Array>>
  /** For a timer: forgets some of what was uploaded and never attached; true if more remains. */
  forgetUnusedFiles(t: Tx): Promise<boolean>
  /** Not inside a transaction: removes some of the bytes that no file is any more; true if more remains. */
  removeIdleContents(): Promise<boolean>
  /** Compares what is known with what lies on disk, up to a number of each. */
  checkContents(): Promise<ContentsCheck>
}

export interface ContentsCheck {
  looked: number
  missing: number
  orphaned: number
  /** There are more than were looked at. */
  isPartial: boolean
}
