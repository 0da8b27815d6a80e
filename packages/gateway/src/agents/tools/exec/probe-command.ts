// A command that says whether a sandbox is one. A namespace alone does not keep root from the settings of the kernel, and
// through these from everything else.

export const keptIn = 'kept in\n'
export const notKeptIn = 'not kept in\n'

export const probeCommand = [
  '/bin/sh',
  '-c',
  'if [ -w /proc/sys/kernel/core_pattern ]; then echo not kept in; else echo kept in; fi',
] as const
