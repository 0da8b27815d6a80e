import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusedWith } from '../../../../test-support/refused-with.ts'
import { readSubcommand } from './read-subcommand.ts'
import { splitName } from './split-name.ts'

function problemOf(argument: string): string {
  const read = readSubcommand(argument)
  if (read.kind !== 'wrong') throw new Error(`"${argument}" was read as ${read.kind}`)
  return read.problem
}

test('[CMD1] without a word it lists, and words are taken in any letter case', () => {
  assert.deepEqual(readSubcommand(''), { kind: 'list' })
  assert.deepEqual(readSubcommand('LIST'), { kind: 'list' })
  assert.deepEqual(readSubcommand('Info  #2'), { kind: 'info', name: '#2' })
  assert.deepEqual(readSubcommand('kill ALL'), { kind: 'kill all' })
  assert.deepEqual(readSubcommand('kill all day'), { kind: 'kill', name: 'all day' })
})

test('[CMD1] a label may have spaces; an id with words behind it is a mistake', () => {
  assert.deepEqual(readSubcommand('info Find the bug'), { kind: 'info', name: 'Find the bug' })
  assert.deepEqual(readSubcommand('kill "Find the bug"'), { kind: 'kill', name: 'Find the bug' })
  assert.equal(problemOf('info #1 #2'), '/subagents info takes <id|#>; "#2" is too much.')
  assert.equal(problemOf('kill run_01x now'), '/subagents kill takes <id|#|all>; "now" is too much.')
})

test('[CMD1] log takes a limit and the word tools, in either order, and 20 rows without', () => {
  const log = (name: string, limit: number, withTools: boolean) => ({ kind: 'log', name, limit, withTools })
  assert.deepEqual(readSubcommand('log #1'), log('#1', 20, false))
  assert.deepEqual(readSubcommand('log #1 5'), log('#1', 5, false))
  assert.deepEqual(readSubcommand('log #1 tools'), log('#1', 20, true))
  assert.deepEqual(readSubcommand('log #1 5 tools'), log('#1', 5, true))
  assert.deepEqual(readSubcommand('log #1 TOOLS 5'), log('#1', 5, true))
  assert.deepEqual(readSubcommand('log tools'), log('tools', 20, false))
  assert.deepEqual(readSubcommand('log "phase 2" 3'), log('phase 2', 3, false))
  for (const limit of ['0', '101', '99999999999999999999']) {
    assert.equal(
      problemOf(`log #1 ${limit}`),
      'The limit of /subagents log is a number from 1 to 100.',
      limit,
    )
  }
})

test('[CMD1] [CMD8] a wrong word names the nearest, and what is missing is named', () => {
  assert.equal(problemOf('kil #1'), 'There is no /subagents kil. Did you mean "kill"?')
  assert.equal(
    problemOf('dance'),
    'There is no /subagents dance. There is: list, info, log, send, steer, kill, spawn.',
  )
  assert.equal(problemOf('constructor'), problemOf('dance').replace('dance', 'constructor'))
  assert.equal(problemOf('list all'), '/subagents list takes nothing behind it.')
  assert.equal(problemOf('info'), '/subagents info needs <id|#>.')
  assert.equal(problemOf('log'), '/subagents log needs <id|#> [limit] [tools].')
  assert.equal(problemOf('send'), '/subagents send needs <id|#> <text>.')
  assert.equal(problemOf('kill'), '/subagents kill needs <id|#|all>.')
  const usage = '/subagents spawn needs <agentId> <task> [--model m] [--thinking t].'
  for (const words of ['spawn', 'spawn main', 'spawn main --model demo/demo']) {
    assert.equal(problemOf(words), usage, words)
  }
})

test('[CMD1] a task may say anything, and flags count only at its end', () => {
  const spawned = (argument: string) => {
    const read = readSubcommand(argument)
    return read.kind === 'spawn' ? read.input : read
  }
  const input = { agentId: 'main', mode: 'run' }
  assert.deepEqual(spawned('spawn main Count the files'), { ...input, task: 'Count the files' })
  assert.deepEqual(spawned('spawn main Count --model lab/x --thinking low'), {
    ...input,
    task: 'Count',
    model: 'lab/x',
    thinking: 'low',
  })
  assert.deepEqual(spawned('spawn main Count --thinking=high --model=lab/x'), {
    ...input,
    task: 'Count',
    model: 'lab/x',
    thinking: 'high',
  })
  const lines = 'Run "npm test --model x" \'twice\',\n  then\n\n/stop --force && rm -rf "$HOME" --modle y'
  assert.deepEqual(spawned(`spawn main ${lines}`), { ...input, task: lines })
  assert.deepEqual(spawned('spawn main explain --model to me --model lab/x'), {
    ...input,
    task: 'explain --model to me',
    model: 'lab/x',
  })
})

test('[CMD1] [CMD8] a flag without a value, twice or with a wrong one is named', () => {
  assert.equal(problemOf('spawn main Count --model'), '--model needs a value.')
  assert.equal(problemOf('spawn main Count --model --thinking'), '--thinking needs a value.')
  assert.equal(problemOf('spawn main Count --model --thinking low'), '--model needs a value.')
  assert.equal(problemOf('spawn main Count --model a/b --model c/d'), '--model stands there twice.')
  assert.equal(
    problemOf('spawn main Count --thinking hgih'),
    '--thinking is one of off, minimal, low, medium, high, max, not "hgih". Did you mean "high"?',
  )
  assert.match(problemOf(`spawn ${'x'.repeat(100)} Count`), /^agentId: /)
  assert.match(problemOf(`spawn main ${'x'.repeat(300_000)}`), /^task: /)
  assert.match(problemOf(`spawn main Count --model ${'x'.repeat(300)}`), /^model: /)
})

test('[CMD1] a long task full of flags is read like any other', () => {
  const task = `${'--model '.repeat(2_000)}${' '.repeat(10_000)}x y`
  assert.deepEqual(readSubcommand(`spawn main ${task}`), {
    kind: 'spawn',
    input: { agentId: 'main', mode: 'run', task },
  })
})

test('[CMD1] the name of who is spoken to ends where a label does', () => {
  const runs = [{ label: 'Find the bug' }, { label: 'dig' }, { label: null }]
  assert.deepEqual(splitName('#1 hello  there', runs), ['#1', 'hello  there'])
  assert.deepEqual(splitName('find the BUG hello', runs), ['find the BUG', 'hello'])
  assert.deepEqual(splitName('Find the bugs hello', runs), ['Find', 'the bugs hello'])
  assert.deepEqual(splitName('"Find the bug" hello\nyou', runs), ['Find the bug', 'hello\nyou'])
  assert.deepEqual(splitName('dig deeper', runs), ['dig', 'deeper'])
  assert.deepEqual(splitName('dig', runs), ['dig', ''])
  assert.throws(
    () => splitName('dig deeper now', [...runs, { label: 'dig deeper' }]),
    refusedWith('ambiguous_name', 'id'),
  )
})
