// The disk for the main thread: nothing waits for it.

import * as fs from 'node:fs/promises'
import type { FolderDisk } from './folder-disk.ts'

export const realFolderDisk: FolderDisk = {
  async open(path, flags, mode) {
    const handle = await fs.open(path, flags, mode)
    return {
      fd: handle.fd,
      stat: () => handle.stat({ bigint: true }),
      read: async (buffer, at) => (await handle.read(buffer, 0, buffer.length, at)).bytesRead,
      write: (bytes) => handle.writeFile(bytes),
      chown: (uid, gid) => handle.chown(uid, gid),
      chmod: (mode) => handle.chmod(mode),
      sync: () => handle.sync(),
      close: () => handle.close(),
    }
  },
  stat: (path) => fs.stat(path, { bigint: true }),
  lstat: (path) => fs.lstat(path, { bigint: true }),
  readlink: (path) => fs.readlink(path),
  realpath: (path) => fs.realpath(path),
  async *names(path) {
    for await (const { name } of await fs.opendir(path, { bufferSize: 256 })) yield name
  },
  fileSystem: async (path) => (await fs.statfs(path)).type,
  mkdir: async (path, options) => void (await fs.mkdir(path, options)),
  rename: (from, to) => fs.rename(from, to),
  unlink: (path) => fs.unlink(path),
}
