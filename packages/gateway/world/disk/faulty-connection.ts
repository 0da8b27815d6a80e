// A connection of a process that can die or run into trouble at any statement.

import type { Connection } from '../../src/foundation/database/connection.ts'
import { type Life, LifeIsOver } from '../time/life.ts'

/** Throws what shall go wrong with the statement. */
export type BeforeStatement = (sql: string) => void

export function createFaultyConnection(real: Connection, life: Life, before: BeforeStatement): Connection {
  function check(sql: string): void {
    if (!life.alive) throw new LifeIsOver(life.number)
    before(sql)
  }

  return {
    all(sql, parameters) {
      check(sql)
      return real.all(sql, parameters)
    },
    run(sql, parameters) {
      check(sql)
      return real.run(sql, parameters)
    },
    exec(sql) {
      for (const statement of splitStatements(sql)) {
        check(statement)
        real.exec(statement)
      }
    },
    get inTransaction() {
      return life.alive && real.inTransaction
    },
    close: () => real.close(),
  }
}

/** One by one, so that the process can die between any two statements of a migration. */
export function splitStatements(sql: string): string[] {
  if (!sql.includes(';')) return [sql]
  const statements: string[] = []
  let current = ''
  for (const part of sql.replaceAll(/--[^\n]*/g, '').split(';')) {
    current += current === '' ? part : `;${part}`
    // The body of a trigger has semicolons of its own and ends with "end".
    if (/^\s*create\s+(temp\s+)?trigger\b/i.test(current) && !/\bend\s*$/i.test(current)) continue
    if (current.trim() !== '') statements.push(current.trim())
    current = ''
  }
  if (current.trim() !== '') statements.push(current.trim())
  return statements
}

export function isWrite(sql: string): boolean {
  return /^\s*(insert|update|delete|commit|create|alter|drop)\b/i.test(sql)
}

/** As node:sqlite throws it. */
export function sqliteError(errcode: number, message: string): Error {
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode, errstr: message })
}
