// Bytes that are kept under their own hash, as a port. Which of them are needed, and by whom, others know.

export interface Blobs {
  /**
   * Takes the bytes in, to the disk but not to their place yet. Beyond `bytesMax` it throws `too_large` and reads no
   * further; what the source throws comes out as it is. Nothing of what failed stays.
   */
  stage(content: AsyncIterable<Uint8Array>, bytesMax: number): Promise<StagedBlob>
  /** Tasks of one hash follow each other: whoever puts bytes in place, and whoever takes them away. */
  alone<T>(hash: string, task: () => Promise<T>): Promise<T>
  /** Undefined unless all of the bytes are there. Nothing is held open until the first of them is asked for. */
  open(hash: string, bytes: number, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>
  /** On disk when it resolves. False, and nothing done, while everything is held. Bytes that are not there are gone. */
  remove(hash: string): Promise<boolean>
  /** Nothing is removed meanwhile. */
  holdAll<T>(task: () => Promise<T>): Promise<T>
  /** The hashes of what is there, in no order, at most so many. */
  list(limit: number): Promise<string[]>
}

export interface StagedBlob {
  /** SHA-256, in hex. */
  readonly hash: string
  readonly bytes: number
  /** Its beginning, to see what it is. */
  readonly head: Uint8Array
  /** Puts it where it is found; on disk when it resolves. Bytes that are there already are the same. */
  place(): Promise<void>
  /** Without effect once it was placed. */
  discard(): Promise<void>
}

/** Both ends are part of it. */
export interface ByteRange {
  first: number
  last: number
}

/** A camera puts a preview and its notes before the size of the image. */
export const headBytesMax = 256 * 1_024
