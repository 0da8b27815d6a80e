// One connection to SQLite with its statements prepared once each. Only foundation/database opens one.

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

const statementsMax = 512

export interface Connection {
  all(sql: string, parameters: readonly unknown[]): unknown[]
  /** How many rows it changed. */
  run(sql: string, parameters: readonly unknown[]): number
  /** Several statements without parameters. */
  exec(sql: string): void
  readonly inTransaction: boolean
  close(): void
}

export interface ConnectionOptions {
  readOnly?: boolean
  /** Nobody writes while it is open: no locks are taken, and no log is looked for or made. */
  immutable?: boolean
  pragmas?: readonly string[]
}

export function openConnection(path: string, options: ConnectionOptions = {}): Connection {
  const database = new DatabaseSync(options.immutable ? immutable(path) : path, {
    readOnly: options.readOnly ?? false,
    timeout: 5_000,
  })
  try {
    for (const pragma of options.pragmas ?? []) database.exec(`pragma ${pragma}`)
  } catch (error) {
    database.close()
    throw error
  }
  const statements = new Map<string, StatementSync>()

  function prepared(sql: string): StatementSync {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    if (statements.size >= statementsMax) {
      const oldest = statements.keys().next().value
      if (oldest !== undefined) statements.delete(oldest)
    }
    statements.set(sql, statement)
    return statement
  }

  return {
    all: (sql, parameters) => prepared(sql).all(...(parameters as SQLInputValue[])),
    run: (sql, parameters) => Number(prepared(sql).run(...(parameters as SQLInputValue[])).changes),
    exec: (sql) => database.exec(sql),
    get inTransaction() {
      return database.isTransaction
    },
    close() {
      statements.clear()
      database.close()
    },
  }
}

function immutable(path: string): string {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return url.href
}
