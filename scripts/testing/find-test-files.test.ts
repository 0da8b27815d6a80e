import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTestFiles } from './find-test-files.ts'
import { makeFolder } from './make-folder.ts'

const planted = {
  'packages/b/src/two.test.ts': '',
  'packages/a/src/one.test.ts': '',
  'packages/a/src/one.ts': '',
  'packages/a/test/kill.process.test.ts': '',
  'packages/a/test/page.browser.test.ts': '',
  'packages/a/node_modules/x/other.test.ts': '',
  'packages/a/dist/old.test.ts': '',
  'scripts/three.test.ts': '',
}

test('[REP4] test files are found in one order, and their names say how they run', (t) => {
  assert.deepEqual(findTestFiles([], makeFolder(t, planted)), {
    together: ['packages/a/src/one.test.ts', 'packages/b/src/two.test.ts', 'scripts/three.test.ts'],
    alone: ['packages/a/test/kill.process.test.ts'],
    browser: ['packages/a/test/page.browser.test.ts'],
  })
})

test('[REP4] parts of paths keep the files that contain one of them', (t) => {
  assert.deepEqual(findTestFiles(['a/src', 'kill'], makeFolder(t, planted)), {
    together: ['packages/a/src/one.test.ts'],
    alone: ['packages/a/test/kill.process.test.ts'],
    browser: [],
  })
})
