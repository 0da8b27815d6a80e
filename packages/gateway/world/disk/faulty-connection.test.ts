import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMigrations } from '../../src/foundation/database/real-migrations.ts'
import { splitStatements } from './faulty-connection.ts'

test('[I15] a script is taken apart into its statements, and a trigger stays in one piece', () => {
  const script = `
    -- one; with a semicolon in its comment
    create table a (x text);
    create trigger b after insert on a begin
      update a set x = 1;
      delete from a;
    end;
    insert into a values (1)
  `
  const kinds = splitStatements(script).map((statement) => statement.split(/\s+/).slice(0, 2).join(' '))
  assert.deepEqual(kinds, ['create table', 'create trigger', 'insert into'])
})

test('[I15] every statement of the real migrations is one of its own', () => {
  for (const { name, sql } of readMigrations()) {
    const statements = splitStatements(sql)
    const begun = [...sql.matchAll(/^(create|alter|drop|insert|update|delete|pragma)\b/gim)]
    assert.equal(statements.length, begun.length, name)
    assert.ok(statements.length > 0, `${name} has no statement`)
    for (const statement of statements) {
      assert.match(statement, /^(create|alter|drop|insert|update|delete|pragma)\b/i)
    }
  }
})
