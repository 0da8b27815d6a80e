// The few lines of shell that stand between a sandbox and a command: they set what one process may take, and become the
// command. Its arguments are the shell's own, as "$@", so that no shell ever reads them.

import { limits } from '@heddle/contract'

/** The kernel counts threads, of which an ordinary program may have a dozen; processes are counted by who watches. */
export const sandboxTasksMax = limits.execProcessesMax * 8

export interface LimitsChoice {
  /** Of the user that it runs as: what runs already counts, unless the sandbox has users of its own. */
  tasksMax?: number
  /** Variables that whatever is around it sets, and that mean nothing in there. */
  unset?: readonly string[]
  /** For temporary files there is no folder but the home. */
  isHomeTemporary?: boolean
}

export function writeLimits(argv: readonly string[], choice: LimitsChoice): string[] {
  const { tasksMax, unset = [], isHomeTemporary = false } = choice
  const lines = [
    '{',
    'ulimit -c 0',
    // In blocks of 512 bytes where the shell follows POSIX, of 1,024 in others: a limit all the same.
    `ulimit -f ${Math.floor(limits.execFileBytesMax / 512)}`,
    // Data, not address space: many runtimes reserve far more of that than they use.
    `ulimit -d ${Math.floor(limits.execMemoryBytesMax / 1_024)}`,
    // Shells differ in the letter.
    ...(tasksMax === undefined ? [] : [`ulimit -u ${tasksMax} || ulimit -p ${tasksMax}`]),
    '} 2>/dev/null',
    ...(unset.length === 0 ? [] : [`unset ${unset.join(' ')}`]),
    ...(isHomeTemporary ? ['export TMPDIR="$HOME"'] : []),
    // One stream, so that what was said in an order is read in it.
    'exec "$@" 2>&1',
  ]
  return ['/bin/sh', '-c', lines.join('\n'), 'sh', ...argv]
}
