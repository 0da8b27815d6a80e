// What file tools ask of a disk, in as few verbs as they need. All of them fail as the system does, with its code.

import type { BigIntStats } from 'node:fs'

export interface FolderDisk {
  /** `flags` are the system's own. */
  open(path: string, flags: number, mode?: number): Promise<DiskFile>
  /** Follows links; `lstat` does not. */
  stat(path: string): Promise<BigIntStats>
  lstat(path: string): Promise<BigIntStats>
  readlink(path: string): Promise<string>
  realpath(path: string): Promise<string>
  /** Of a folder; without "." and "..". */
  names(path: string): AsyncIterable<string>
  /** The number by which the system knows the kind of file system. */
  fileSystem(path: string): Promise<number>
  mkdir(path: string, options?: { recursive?: boolean; mode?: number }): Promise<void>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
}

/** A file or a folder that is open. */
export interface DiskFile {
  readonly fd: number
  stat(): Promise<BigIntStats>
  /** Fills the buffer from `at` on as far as there is something; how far it came. */
  read(buffer: Uint8Array, at: number): Promise<number>
  write(bytes: Uint8Array): Promise<void>
  chown(uid: number, gid: number): Promise<void>
  chmod(mode: number): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}
