import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesBelow, repositoryRoot } from '../repository.ts'
import { findTrespasses, type Declared } from './find-trespasses.ts'
import { packagesNamedIn, workspaceFolders } from './manifests.ts'
import { placeOf, roomFloors } from './rooms.ts'

test('[REP1] every import of the house goes down', () => {
  const files = sourcePaths().map((path) => ({
    path,
    source: readFileSync(join(repositoryRoot, path), 'utf8'),
  }))
  assert.ok(files.length > 20, 'the sources were found')
  assert.deepEqual(findTrespasses(files, readDeclared()), [])
})

test('[REP1] every folder of the gateway is a room of the house', () => {
  const strays = sourcePaths().filter((path) => placeOf(path).kind === 'unknown room')
  assert.deepEqual(strays, [])
})

test('[REP1] the table of docs/ARCHITECTURE.md names the same rooms', () => {
  const document = readFileSync(join(repositoryRoot, 'docs/ARCHITECTURE.md'), 'utf8')
  const drawn = new Set([...document.matchAll(/^\| `([a-z-]+)\/` \|/gm)].map(([, room]) => room))
  const rooms = [...roomFloors.keys()].filter((room) => roomFloors.get(room) !== 'roof')
  assert.deepEqual(drawn, new Set(rooms))
})

test('[REP9] every package that we build on has its reason in a decision', () => {
  const decisions = filesBelow('docs/decisions').map((path) =>
    readFileSync(join(repositoryRoot, path), 'utf8'),
  )
  const named = new Set(['.', ...workspaceFolders].flatMap(packagesNamedIn))
  const unexplained = [...named]
    .filter((name) => !name.startsWith('@heddle/'))
    .filter((name) => !decisions.some((text) => text.includes(`\`${name}\``)))
  assert.ok(named.has('zod'), 'the packages were found')
  assert.deepEqual(unexplained, [])
})

function sourcePaths(): string[] {
  return filesBelow('packages').filter((path) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path))
}

function readDeclared(): Declared {
  return {
    source: new Map(workspaceFolders.map((folder) => [folder, new Set(packagesNamedIn(folder))])),
    tests: new Set([...packagesNamedIn('.'), '@heddle/emulators']),
  }
}
