import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import { filesBelow, repositoryRoot } from '../repository.ts'
import { findTestFiles } from '../testing/find-test-files.ts'
import { compareSpec } from './compare-spec.ts'
import { readCitations } from './read-citations.ts'
import { readRules } from './read-rules.ts'

test('[REP7] every rule of docs/spec has a test, and every test cites rules that exist', () => {
  const rules = filesBelow('docs/spec').flatMap((path) => readRules(path, read(path)))
  const { together, alone, browser } = findTestFiles([])
  const tests = [...together, ...alone, ...browser]
  const suites = new Set(tests.flatMap((path) => findSuites(path, read(path))))
  const citations = [...tests, ...suites].flatMap((path) => readCitations(path, read(path)))
  assert.ok(rules.length > 20, 'the rules were found')
  assert.deepEqual(compareSpec(rules, citations), [])
})

test('[REP7] a suite counts where a test file runs it', () => {
  const source = `import { testIt } from '../../test-support/it-suite.ts'\nimport { x } from './x.ts'\n`
  assert.deepEqual(findSuites('a/b/c.test.ts', source), ['test-support/it-suite.ts'])
})

const page = `# People

Words before the rules may name **PPL9** without being one.

- **PPL1** An invite works once. (later: by mail)
  Its second line mentions **PPL2** and is still the first rule.
- **I18N1** All strings stand in one catalogue.
`

test('[REP7] a rule is a list item that begins with its id', () => {
  assert.deepEqual(readRules('people.md', page), [
    { id: 'PPL1', path: 'people.md', line: 5 },
    { id: 'I18N1', path: 'people.md', line: 7 },
  ])
})

test('[REP7] a citation is an id in brackets at the head of the name of a test that runs', () => {
  const source = [
    `test('[PPL1] plain', () => {})`,
    `it("[PPL2] [I38] two", () => {})`,
    'test(`[R14, R15] for ${role}`, async (t) => { await t.test("[I36] inner", () => {}) })',
    `describe('[M5] suite', { concurrency: 2 }, () => {})`,
    `test.skip('[NOT1] skipped', () => {})`,
    `test('[NOT2] put off', { skip: true }, () => {})`,
    `test('[NOT3] to do', { todo: 'soon' }, () => {})`,
    `test('later in the name [NOT4]', () => {})`,
    `say('[NOT5] no test'); const t = "[NOT6]"; // test('[NOT7]')`,
    `test('[NOT] no number, [not8] no capitals', () => {})`,
    `test('[OPS1] maybe skipped', { skip: !canRun }, () => {})`,
  ].join('\n')
  const ids = readCitations('a.test.ts', source).map((citation) => citation.id)
  assert.deepEqual(ids.toSorted(), ['I36', 'I38', 'M5', 'OPS1', 'PPL1', 'PPL2', 'R14', 'R15'])
})

test('[REP7] reported are rules without a test, citations without a rule, and rules written twice', () => {
  const rules = ['PPL1', 'PPL2', 'PPL1'].map((id, i) => ({ id, path: 'people.md', line: i + 1 }))
  const citations = ['PPL1', 'PPL7'].map((id) => ({ id, path: 'a.test.ts', test: `[${id}] holds` }))
  assert.deepEqual(compareSpec(rules, citations), [
    'people.md:3 PPL1 is written twice',
    'people.md:2 PPL2 has no test',
    'a.test.ts "[PPL7] holds" cites PPL7, which no page of docs/spec has',
  ])
})

/** The suites that a test file imports: files of tests that several implementations run. */
function findSuites(path: string, source: string): string[] {
  const imports = source.matchAll(/^(?:import|}) .*from '(\.[^']*-suite\.ts)'/gm)
  return Array.from(imports, ([, name]) => posix.join(posix.dirname(path), name!))
}

function read(path: string): string {
  return readFileSync(join(repositoryRoot, path), 'utf8')
}
