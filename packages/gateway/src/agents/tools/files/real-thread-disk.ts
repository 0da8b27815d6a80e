// The disk for a thread of its own, which may wait for it: a search asks for tens of thousands of small things, and each
// would cost ten times as much by way of the pool.

import * as fs from 'node:fs'
import type { FolderDisk } from './folder-disk.ts'

export const threadFolderDisk: FolderDisk = {
  async open(path, flags, mode) {
    const fd = fs.openSync(path, flags, mode)
    return {
      fd,
      stat: async () => fs.fstatSync(fd, { bigint: true }),
      read: async (buffer, at) => fs.readSync(fd, buffer, 0, buffer.length, at),
      write: async (bytes) => fs.writeFileSync(fd, bytes),
      chown: async (uid, gid) => fs.fchownSync(fd, uid, gid),
      chmod: async (mode) => fs.fchmodSync(fd, mode),
      sync: async () => fs.fsyncSync(fd),
      close: async () => fs.closeSync(fd),
    }
  },
  stat: async (path) => fs.statSync(path, { bigint: true }),
  lstat: async (path) => fs.lstatSync(path, { bigint: true }),
  readlink: async (path) => fs.readlinkSync(path),
  realpath: async (path) => fs.realpathSync(path),
  async *names(path) {
    const folder = fs.opendirSync(path, { bufferSize: 256 })
    try {
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) yield entry.name
    } finally {
      folder.closeSync()
    }
  },
  fileSystem: async (path) => fs.statfsSync(path).type,
  mkdir: async (path, options) => void fs.mkdirSync(path, options),
  rename: async (from, to) => fs.renameSync(from, to),
  unlink: async (path) => fs.unlinkSync(path),
}
