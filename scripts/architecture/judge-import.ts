// Whether one module may name another. Pure: takes two places and answers with the reason against it, or undefined.

import { isBelow, type Place, placeOf } from './rooms.ts'

export interface ImportQuestion {
  /** Path of the importing file, relative to the repository. */
  from: string
  weight: 'type' | 'value'
  to: Target
}

export type Target =
  | { kind: 'file'; path: string }
  | { kind: 'workspace'; name: string }
  | { kind: 'builtin' | 'package'; name: string }

const contractPackages = new Set(['zod', 'markdown-it'])
const testPackages = new Set(['fast-check', 'commonmark', 'commonmark-spec'])

export function judgeImport({ from, weight, to }: ImportQuestion): string | undefined {
  const here = placeOf(from)
  const isTest = isTestFile(from)
  if (here.kind === 'unknown room')
    return `there is no room "${here.room}" in the house (scripts/architecture/rooms.ts)`
  switch (to.kind) {
    case 'package':
      return judgePackage(here, from, weight, to.name)
    case 'builtin':
      return judgeBuiltin(here, isTest, from, to.name)
    case 'workspace':
      return judgeWorkspace(here, isTest, weight, to.name)
    case 'file':
      return judgeFile({ here, from, weight, isTest, path: to.path })
  }
}

function judgePackage(here: Place, from: string, weight: 'type' | 'value', name: string): string | undefined {
  const isForTests = isTestFile(from) && testPackages.has(name)
  if (here.kind === 'contract' && !contractPackages.has(name) && !isForTests) {
    return `the contract builds on nothing but ${[...contractPackages].join(' and ')}, not on ${name}`
  }
  if (name === 'kysely' && !mayHoldQueries(from, weight)) {
    return 'Kysely stands only in *-store.ts and foundation/database, its types also in *-tables.ts'
  }
  return undefined
}

function mayHoldQueries(from: string, weight: 'type' | 'value'): boolean {
  if (weight === 'type' && from.endsWith('-tables.ts')) return true
  return /-store(\.test)?\.ts$/.test(from) || from.startsWith('packages/gateway/src/foundation/database/')
}

function judgeBuiltin(here: Place, isTest: boolean, from: string, name: string): string | undefined {
  if ((here.kind === 'contract' || here.kind === 'web') && !isTest) return `the browser has no ${name}`
  if (name !== 'node:sqlite' || isTest || here.kind !== 'room' || here.floor === 'roof') return undefined
  return from.startsWith('packages/gateway/src/foundation/')
    ? undefined
    : 'only the foundation opens databases'
}

function judgeWorkspace(
  here: Place,
  isTest: boolean,
  weight: 'type' | 'value',
  name: string,
): string | undefined {
  if (name === '@heddle/contract') return undefined
  // A channel that stands beside the house is built to the same ports as one inside it.
  if (name === '@heddle/gateway' && here.kind === 'emulators' && (weight === 'type' || isTest))
    return undefined
  const mayUseEmulators = isTest || (here.kind === 'room' && here.floor === 'roof')
  if (name === '@heddle/emulators' && here.kind === 'room' && mayUseEmulators) return undefined
  return `of the other workspaces ${here.kind === 'room' ? 'a room' : here.kind} may name only @heddle/contract, not ${name}`
}

interface FileQuestion {
  here: Place
  from: string
  weight: 'type' | 'value'
  isTest: boolean
  path: string
}

function judgeFile({ here, from, weight, isTest, path }: FileQuestion): string | undefined {
  if (workspaceOf(from) !== workspaceOf(path))
    return 'another workspace is named by its package name, not by its path'
  if (isTestFile(path)) return 'nobody builds on a test'
  const there = placeOf(path)
  if (there.kind === 'unknown room') return `there is no room "${there.room}" in the house`
  if (there.kind === 'outside')
    return isTest ? undefined : 'what stands outside of src is for tests and measuring'
  if (here.kind !== 'room' || there.kind !== 'room') return undefined
  if (here.room === there.room) return judgeSameRoom(here.channel, there.channel)
  if (there.floor === 'roof') return 'nobody imports the roof'
  if (here.floor === 'roof' || there.floor === 'ground') return undefined
  if (here.floor === 'doors') {
    return weight === 'type'
      ? undefined
      : `a channel may name only types of ${there.room}: write "import type"`
  }
  if (isBelow(there.floor, here.floor)) return undefined
  return here.floor === there.floor
    ? `${here.room} and ${there.room} stand on one floor and do not import each other`
    : `calls go down: ${here.room} stands below ${there.room}`
}

function judgeSameRoom(here: string | undefined, there: string | undefined): string | undefined {
  if (here === undefined || there === undefined || here === there) return undefined
  return `the channels ${here} and ${there} do not know each other`
}

export function isTestFile(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

function workspaceOf(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}
