// Workspace folders on the disk with an outside that must stay untouched: `folder/work` is the agent's, `folder/data` is
// Heddle's, `folder/outside` is anybody's. Which paths the disk is asked for can be watched.

import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import type { DiskFile, FolderDisk } from '../src/agents/tools/files/folder-disk.ts'
import { realFolderDisk } from '../src/agents/tools/files/real-folder-disk.ts'
import { createRealWorkspaceFolders } from '../src/agents/tools/files/real-workspace-folder.ts'
import { makeTestFolder } from './create-test-world.ts'

export const secretText = 'not for agents'

export function openRealFolders(
  t: TestContext,
  options: { disk?: FolderDisk; way?: 'descriptor' | 'path' } = {},
) {
  const base = realpathSync(makeTestFolder(t))
  const [work, data, outside] = ['work', 'data', 'outside'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [work, data, outside]) mkdirSync(path)
  writeFileSync(join(outside, 'secret'), secretText)
  writeFileSync(join(data, 'secret.key'), secretText)
  const places = { data, workspaces: join(data, 'workspaces'), files: [join(base, 'heddle.json5')] }
  const folders = createRealWorkspaceFolders({ places, ...options })
  return {
    base,
    work,
    data,
    outside,
    places,
    folders,
    folder: folders.open(work),
    put: (path: string, text: string | Uint8Array) => {
      mkdirSync(dirname(join(work, path)), { recursive: true })
      writeFileSync(join(work, path), text)
    },
    see: (path: string) => readFileSync(join(work, path), 'utf8'),
    /** What is outside, to be compared with what it was. */
    lookOutside: () =>
      [outside, data].flatMap((path) =>
        readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'utf8')]),
      ),
  }
}

/** Tells where each path that is opened or changed really lies; asking what is there (`stat`) is no touching. */
export function watchDisk(onTouch: (path: string) => void, disk: FolderDisk = realFolderDisk): FolderDisk {
  const touch = (path: string) => onTouch(join(realpathSync(dirname(path)), basename(path)))
  return {
    ...disk,
    open(path, flags, mode) {
      touch(path)
      return disk.open(path, flags, mode)
    },
    names(path) {
      onTouch(realpathSync(path))
      return disk.names(path)
    },
    mkdir(path, made) {
      touch(path)
      return disk.mkdir(path, made)
    },
    rename(from, to) {
      touch(from)
      touch(to)
      return disk.rename(from, to)
    },
    unlink(path) {
      touch(path)
      return disk.unlink(path)
    },
  }
}

/** For thousands of writes that no power cut will see. */
export const unsyncedDisk: FolderDisk = {
  ...realFolderDisk,
  open: async (path, flags, mode) => ({
    ...(await realFolderDisk.open(path, flags, mode)),
    sync: async () => undefined,
  }),
}

export type DiskVerb = 'open' | 'write' | 'sync' | 'rename' | 'mkdir'

/** Fails from now on as the system would, with that code, whenever that is asked of it. */
export function failDisk(
  verb: DiskVerb,
  code: string,
  when: (path: string) => boolean = () => true,
): FolderDisk {
  const fail = (path: string) => {
    if (when(path)) throw Object.assign(new Error(code), { code })
  }
  return {
    ...realFolderDisk,
    async open(path, flags, mode) {
      if (verb === 'open') fail(path)
      const file = await realFolderDisk.open(path, flags, mode)
      return failFile(file, verb, () => fail(path))
    },
    async rename(from, to) {
      if (verb === 'rename') fail(to)
      return realFolderDisk.rename(from, to)
    },
    async mkdir(path, made) {
      if (verb === 'mkdir') fail(path)
      return realFolderDisk.mkdir(path, made)
    },
  }
}

function failFile(file: DiskFile, verb: DiskVerb, fail: () => void): DiskFile {
  return {
    ...file,
    async write(bytes) {
      // A disk gets full in the middle.
      await file.write(bytes.subarray(0, verb === 'write' ? bytes.length / 2 : bytes.length))
      if (verb === 'write') fail()
    },
    async sync() {
      if (verb === 'sync') fail()
      return file.sync()
    },
  }
}
