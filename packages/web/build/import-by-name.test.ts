import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEntry, rewriteImports } from './import-by-name.ts'

const passedOn = readEntry(
  [
    'import { Button as $1 } from "../private/Button.mjs"',
    'import { useFilter as $2 } from "aria"',
    'export { $1 as Button, $2 as useFilter }',
  ].join('\n'),
  '/kit/exports',
)
const icons = readEntry(
  "export { default as Check, default as CheckIcon } from './icons/check.mjs'",
  '/icons',
)
const entries = new Map([
  ['kit', passedOn],
  ['icons', icons],
])

test('[UIB1] an entry is read by where each of its names comes from', () => {
  assert.deepEqual(passedOn.get('Button'), { module: '/kit/private/Button.mjs', name: 'Button' })
  assert.deepEqual(passedOn.get('useFilter'), { module: 'aria', name: 'useFilter' })
  assert.deepEqual(icons.get('CheckIcon'), { module: '/icons/icons/check.mjs', name: 'default' })
})

test('[UIB1] what is imported by name is taken from its own module, and everything else stays', () => {
  const code =
    'import { Button as Press } from "kit";\nimport { Check } from "icons";\nimport x from "./x.ts";\nPress(x)'
  assert.equal(
    rewriteImports(code, entries),
    'import { Button as Press } from "/kit/private/Button.mjs";\nimport { default as Check } from "/icons/icons/check.mjs";\nimport x from "./x.ts";\nPress(x)',
  )
})

test('[UIB1] a name that is not there, and a package taken as a whole, stop the build', () => {
  assert.throws(() => rewriteImports('import { Calender } from "kit"', entries), /kit has no Calender/)
  assert.throws(() => rewriteImports('import * as kit from "kit"', entries), /imported as a whole/)
})
