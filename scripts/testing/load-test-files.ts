// Loads test files into this process, each as a suite of its own. Without the suite a file's beforeEach and afterEach
// would run around the tests of every other file.
//
// By require, because that is synchronous: node:test finds the suite that a test belongs to by the promise it was
// declared after, and one that two imports share leads to the wrong suite.

import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { describe } from 'node:test'
import { readGroupArguments } from './group-arguments.ts'

const require = createRequire(import.meta.url)

for (const file of readGroupArguments().files) {
  describe(file, () => load(resolve(file)))
}

function load(path: string): void {
  try {
    require(path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_REQUIRE_ASYNC_MODULE')) throw error
    const advice = 'await in before(), or call the file *.process.test.ts'
    throw new Error(`a test file that shares its process cannot await at its top level: ${advice}`, {
      cause: error,
    })
  }
}
