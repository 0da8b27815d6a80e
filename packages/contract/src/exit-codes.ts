// What the command line's exit code means. Documented in docs/guides/command-line.md.

export const exitCodes = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  configuration: 3,
  folderInUse: 4,
  folderUnusable: 5,
  databaseDamaged: 6,
  schemaTooNew: 7,
  portTaken: 8,
  diskFull: 9,
  refused: 10,
  checkFailed: 11,
  notRunning: 12,
  turnFailed: 13,
} as const

export type ExitReason = keyof typeof exitCodes
