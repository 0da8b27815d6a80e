import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesBelow, repositoryRoot } from '../repository.ts'
import { findBrokenLinks } from './find-broken-links.ts'

test('[REP8] every link between the pages of the repository leads somewhere', () => {
  const pages = filesBelow('.')
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }))
  assert.ok(pages.length > 10, 'the pages were found')
  assert.deepEqual(
    findBrokenLinks(pages, (path) => existsSync(join(repositoryRoot, path))),
    [],
  )
})

test('[REP8] a link to a missing file or heading is found, wherever it is written', () => {
  const pages = [
    {
      path: 'README.md',
      text: '[a](docs/a.md) [b](docs/gone.md) [c](docs/a.md#no) [d](#here) `[e](e.md)`\n# Here',
    },
    {
      path: 'docs/a.md',
      text: '# Exit codes, in short\n[up](../README.md#here) [x](https://example.org) [y](#exit-codes-in-short)',
    },
  ]
  const paths = new Set(pages.map((page) => page.path))
  assert.deepEqual(
    findBrokenLinks(pages, (path) => paths.has(path)),
    ['README.md: docs/gone.md leads nowhere', 'README.md: docs/a.md#no finds no heading "no"'],
  )
})
