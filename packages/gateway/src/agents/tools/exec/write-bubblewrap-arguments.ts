// The arguments of bubblewrap: namespaces of its own for everything, no capabilities, and the mounts.

import { limits } from '@heddle/contract'
import type { Mount } from './choose-mounts.ts'

export interface BubblewrapChoice {
  mounts: readonly Mount[]
  cwd: string
  /** Somebody allowed it: the namespace of the network stays the machine's. */
  hasNetwork?: boolean
  /** From 0.8.0 on, and not where it is setuid. */
  disablesUserNamespaces: boolean
  /** The descriptor from which it reads the filter of system calls. */
  systemCallsFrom?: number
}

export function writeBubblewrapArguments(choice: BubblewrapChoice): string[] {
  const { mounts, cwd, hasNetwork = false, disablesUserNamespaces, systemCallsFrom } = choice
  return [
    '--unshare-user',
    '--unshare-pid',
    ...(hasNetwork ? [] : ['--unshare-net']),
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    ...(disablesUserNamespaces ? ['--disable-userns'] : []),
    '--cap-drop',
    'ALL',
    '--hostname',
    'heddle',
    // Its end is ours, by the kernel; and no terminal of ours can be written into.
    '--die-with-parent',
    '--new-session',
    ...mounts.flatMap(writeMount),
    // Else a file could be made there that nothing counts.
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/',
    '--chdir',
    cwd,
    ...(systemCallsFrom === undefined ? [] : ['--seccomp', String(systemCallsFrom)]),
    '--',
  ]
}

function writeMount(mount: Mount): string[] {
  switch (mount.kind) {
    case 'read-only':
      return ['--ro-bind', mount.source, mount.path]
    case 'writable':
      return ['--bind', mount.source, mount.path]
    case 'symlink':
      return ['--symlink', mount.target, mount.path]
    case 'temporary':
      return ['--size', String(limits.execTemporaryBytesMax), '--tmpfs', mount.path]
    case 'hidden folder':
      return ['--size', '4096', '--perms', '0555', '--tmpfs', mount.path]
    case 'hidden file':
      return ['--ro-bind', '/dev/null', mount.path]
    case 'proc':
      // Read-only: when we run as root, the settings of the kernel in it would be the sandboxed root's to write.
      return ['--proc', mount.path, '--remount-ro', mount.path]
    case 'dev':
      return ['--dev', mount.path]
  }
}
