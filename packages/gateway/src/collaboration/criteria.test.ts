import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const page = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'spec', 'collaboration.md')

test('[REP7] each criterion of collaboration is named by a test in the file that the page leads to', () => {
  const rows = [
    ...readFileSync(page, 'utf8').matchAll(/^\| (?!Criterion)([^|]+) \| \[[^\]]+\]\(([^)]+)\) \|$/gm),
  ]
  assert.ok(rows.length >= 15, `${rows.length} criteria`)
  for (const [, criterion = '', file = ''] of rows) {
    const names = readFileSync(join(dirname(page), file), 'utf8').matchAll(
      /^\s*test\(\s*'(.+?)',? (?:async )?\(/gm,
    )
    const said = [...names].map(([, name = '']) => name.replaceAll('\\\\', '\\'))
    assert.ok(
      said.some((name) => name.includes(`"${criterion}`)),
      `no test in ${file} is called "${criterion}"`,
    )
  }
})
