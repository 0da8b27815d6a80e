// What a sandboxed command sees of the disk, as a list of mounts. A mount covers what was there before it, so outer folders
// come before inner ones: that way the data folder is covered whether it stands in the workspace or around it.

import { posix } from 'node:path'

export type Mount =
  | { kind: 'read-only' | 'writable'; path: string; source: string }
  | { kind: 'symlink'; path: string; target: string }
  /** A folder in memory, of its own. */
  | { kind: 'temporary'; path: string }
  /** Covered by an empty folder that cannot be written to, or by an empty file. */
  | { kind: 'hidden folder' | 'hidden file'; path: string }
  | { kind: 'proc' | 'dev'; path: string }

export interface MountQuestion {
  /** Folders and files of the system that are there, with where they lead to when they are links. */
  system: readonly { path: string; target?: string }[]
  /** Real paths. */
  workspace: string
  /** The path by which the agent knows it, when that is another one. */
  alias?: string
  hidden: readonly { path: string; isFolder: boolean }[]
}

export function chooseMounts({ system, workspace, alias, hidden }: MountQuestion): Mount[] {
  const mounts: Mount[] = [
    ...system.map(
      ({ path, target }): Mount =>
        target === undefined ? { kind: 'read-only', path, source: path } : { kind: 'symlink', path, target },
    ),
    { kind: 'proc', path: '/proc' },
    { kind: 'dev', path: '/dev' },
    { kind: 'temporary', path: '/dev/shm' },
    { kind: 'temporary', path: '/tmp' },
    ...hidden.map(
      ({ path, isFolder }): Mount => ({ kind: isFolder ? 'hidden folder' : 'hidden file', path }),
    ),
    { kind: 'writable', path: workspace, source: workspace },
    ...(alias === undefined || alias === workspace
      ? []
      : [{ kind: 'writable' as const, path: alias, source: workspace }]),
  ]
  const visible = mounts.filter((mount) => !isHidden(mount) || isSeen(mount.path, mounts))
  return visible.sort((a, b) => depth(a.path) - depth(b.path))
}

function isHidden({ kind }: Mount): boolean {
  return kind === 'hidden folder' || kind === 'hidden file'
}

/** What no mount shows needs no cover; and a cover would show that it is there. */
function isSeen(path: string, mounts: readonly Mount[]): boolean {
  const around = mounts.filter((mount) => mount.path !== path && isInside(path, mount.path))
  const nearest = around.sort((a, b) => depth(b.path) - depth(a.path))[0]
  return nearest?.kind === 'read-only' || nearest?.kind === 'writable'
}

function isInside(path: string, folder: string): boolean {
  const between = posix.relative(folder, path)
  return between === '' || (between !== '..' && !between.startsWith('../'))
}

function depth(path: string): number {
  return path.split('/').filter((part) => part !== '').length
}
