// What a failed command says and which code it ends with. An expected failure is a sentence; an unexpected one says so
// and keeps its stack to itself unless HEDDLE_DEBUG is set.

import { existsSync } from 'node:fs'
import { type ExitReason, type Issue, Refusal } from '@heddle/contract'
import { CannotListen, type ListenProblem } from '../channels/web/listen.ts'
import { DiskFull, FolderInUse, FolderUnusable, freeBytes, roomBytesMin } from '../data-folder.ts'
import { tellIssue } from '../explain-config-errors.ts'
import { SchemaTooNew } from '../foundation/database/migrate.ts'
import {
  isDamage,
  isDiskFull,
  isUnwritable,
  sqliteCode,
  StoreBroken,
} from '../foundation/database/store-errors.ts'
import { KeyUnusable } from '../foundation/secrets/real-key-file.ts'
import { ConfigInvalid } from '../read-config.ts'

export interface Failure {
  exit: ExitReason
  /** For machines; a refusal's own code where there is one. */
  code: string
  message: string
  issues: readonly Issue[]
}

/** The command was written wrongly. */
export class Misused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Misused'
  }
}

/** A check ran and found something; what, has been said already. */
export class CheckFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CheckFailed'
  }
}

/** The command needs a gateway, and none answers. */
export class NotRunning extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotRunning'
  }
}

/** The agent was asked and did not answer to the end. */
export class TurnFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TurnFailed'
  }
}

export function explainFailure(error: unknown, around: { dataFolder?: string } = {}): Failure {
  if (error instanceof Refusal) return explainRefusal(error)
  if (error instanceof ConfigInvalid) return failure('configuration', error.message, error.issues)
  if (error instanceof Misused) return failure('usage', error.message)
  if (error instanceof CheckFailed) return failure('checkFailed', error.message)
  if (error instanceof NotRunning) return failure('notRunning', error.message)
  if (error instanceof TurnFailed) return failure('turnFailed', error.message)
  if (error instanceof FolderInUse) return failure('folderInUse', error.message)
  if (error instanceof FolderUnusable) return failure('folderUnusable', error.message)
  if (error instanceof KeyUnusable) return failure('configuration', error.message)
  if (error instanceof SchemaTooNew) return failure('schemaTooNew', error.message)
  if (error instanceof CannotListen) return failure(exitOfListenProblem[error.problem], error.message)
  if (error instanceof DiskFull) return failure('diskFull', error.message)
  return explainSystemError(error, around.dataFolder) ?? failure('unexpected', tellUnexpected(error))
}

/** The lines to print: the sentence, and each issue that it does not tell already. */
export function tellFailure({ message, issues }: Failure): string[] {
  const lines = message.split('\n')
  if (lines.length > 1) return lines
  if (issues.length === 1 && issues[0]?.nearest !== undefined && !message.includes('did you mean')) {
    return [`${message} Did you mean ${issues[0].nearest}?`]
  }
  return issues.length > 1 ? [message, ...issues.map((issue) => `  ${tellIssue(issue)}`)] : lines
}

function explainRefusal(refusal: Refusal): Failure {
  return {
    exit: exitOfRefusal(refusal),
    code: refusal.code,
    message: refusal.message,
    issues: refusal.issues,
  }
}

function exitOfRefusal({ code, issues }: Refusal): ExitReason {
  if (code === 'disk_full') return 'diskFull'
  if (code === 'internal') return 'unexpected'
  // Input that names no field was written rightly; what it points at cannot be used.
  return code === 'bad_input' && issues.length > 0 ? 'usage' : 'refused'
}

function explainSystemError(error: unknown, dataFolder: string | undefined): Failure | undefined {
  const where = dataFolder === undefined ? 'this data folder' : `the data folder ${dataFolder}`
  if (isDamage(error) || (error instanceof StoreBroken && error.kind === 'damaged')) {
    return failure(
      'databaseDamaged',
      `The database in ${where} is damaged, so nothing was changed; keep a copy of it and restore a backup with "heddle restore".`,
    )
  }
  if (lacksRoom(error)) return noRoom(where)
  if (isInputOutput(error)) {
    // A disk without room shows itself in many ways.
    if (hasNoRoom(dataFolder)) return noRoom(where)
    return failure('folderUnusable', `The files in ${where} cannot be read and written by this user.`)
  }
  if (error instanceof StoreBroken) return failure('unexpected', `Heddle had to stop: ${error.message}.`)
  return undefined
}

/** A store that broke has the reason as its cause. */
export function lacksRoom(error: unknown): boolean {
  return isDiskFull(error) || (error instanceof StoreBroken && lacksRoom(error.cause))
}

function noRoom(where: string): Failure {
  return failure('diskFull', `The disk of ${where} is full; free some space and try again.`)
}

function hasNoRoom(dataFolder: string | undefined): boolean {
  return dataFolder !== undefined && existsSync(dataFolder) && freeBytes(dataFolder) < roomBytesMin
}

const sqliteIoError = 10

function isInputOutput(error: unknown): boolean {
  if (isUnwritable(error) || sqliteCode(error) === sqliteIoError) return true
  if (error instanceof StoreBroken) return error.kind === 'io'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'EIO'
}

const exitOfListenProblem: Record<ListenProblem, ExitReason> = {
  port_taken: 'portTaken',
  not_permitted: 'portTaken',
  no_such_address: 'configuration',
  other: 'unexpected',
}

function tellUnexpected(error: unknown): string {
  const what = error instanceof Error ? error.message : String(error)
  return `Something unexpected happened: ${what}`
}

const codes: Record<ExitReason, string> = {
  ok: 'ok',
  unexpected: 'unexpected',
  usage: 'usage',
  configuration: 'config_invalid',
  folderInUse: 'folder_in_use',
  folderUnusable: 'folder_unusable',
  databaseDamaged: 'database_damaged',
  schemaTooNew: 'schema_too_new',
  portTaken: 'port_taken',
  diskFull: 'disk_full',
  refused: 'refused',
  checkFailed: 'check_failed',
  notRunning: 'not_running',
  turnFailed: 'turn_failed',
}

function failure(exit: ExitReason, message: string, issues: readonly Issue[] = []): Failure {
  return { exit, code: codes[exit], message, issues }
}
