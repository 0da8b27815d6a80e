// What someone sees whose own Node is older than Heddle needs.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { exitCodes } from '@heddle/contract'
import { makeTestFolder } from '../test-support/create-test-world.ts'

const oldNode = '/usr/bin/node'
const main = fileURLToPath(new URL('../bin/heddle.js', import.meta.url))
const bundled = fileURLToPath(new URL('../../../node_modules/node/bin/node', import.meta.url))

function whyNot(): string | false {
  const version = existsSync(oldNode) ? spawnSync(oldNode, ['--version'], { encoding: 'utf8' }).stdout : ''
  return version.startsWith('v20.') ? false : `${oldNode} is not Node 20`
}

const skip = whyNot()
const skipHandOver = skip || (existsSync(bundled) ? false : 'no Node is installed beside Heddle')

test('[OPS1] an old Node hands over to the one beside Heddle, and passes on how it ended', {
  skip: skipHandOver,
}, () => {
  const version = spawnSync(oldNode, [main, '--version'], { encoding: 'utf8' })
  assert.deepEqual([version.status, version.stderr], [0, ''])
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/)
  const wrong = spawnSync(oldNode, [main, 'strat'], { encoding: 'utf8' })
  assert.deepEqual(
    [wrong.status, wrong.stderr],
    [exitCodes.usage, "Unknown command 'strat'. Did you mean start?\n"],
  )
})

test('[OPS1] a gateway behind an old Node stops when that one is told to', {
  skip: skipHandOver,
}, async (t) => {
  const data = join(makeTestFolder(t), 'data')
  const child = spawn(oldNode, [main, 'start', '--port', '0', '--data', data], { stdio: 'pipe' })
  t.after(() => child.kill('SIGTERM'))
  const closed = once(child, 'close')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
  })
  const first = await Promise.race([once(child.stdout, 'data'), closed.then(() => undefined)])
  assert(first, said)
  child.kill('SIGTERM')
  assert.deepEqual(await closed, [0, null])
  assert.match(said, /Stopped\.\n$/)
  assert.equal(existsSync(join(data, 'heddle.sock')), false)
})

test('[OPS1] an old Node alone says in one sentence what is needed', { skip }, (t) => {
  const base = makeTestFolder(t)
  const bin = join(base, 'packages/gateway/bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(base, 'package.json'), '{ "type": "module" }')
  copyFileSync(main, join(bin, 'heddle.js'))
  const ended = spawnSync(oldNode, [join(bin, 'heddle.js'), 'start'], { encoding: 'utf8' })
  assert.deepEqual([ended.status, ended.stdout], [exitCodes.unexpected, ''])
  assert.match(ended.stderr, /^Heddle needs Node 24\.15 or newer and this is 20\.[^\n]+\.\n$/)
})
