// The command line as people and scripts use it: starting, stopping, reloading, and commands with and without a
// gateway on the folder.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { exitCodes } from '@heddle/contract'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { launch, runProcess, startProcess } from '../test-support/run-heddle-process.ts'

const api = (url: string, path: string, token?: string) =>
  fetch(`${url}/api/v1${path}`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })

test('[PPL1] a start prints ready with the address, and the owner link until there is an owner', async (t) => {
  const data = join(makeTestFolder(t), 'data')
  const first = await startProcess(t, ['--data', data])
  assert.match(first.stdout(), /^ready in \d+ ms {2}http:\/\/127\.0\.0\.1:\d+\n/)
  assert.match(first.ownerLink ?? '', /^http:\/\/127\.0\.0\.1:\d+\/join#hdo_/)
  assert.equal((await fetch(`${first.url}/readyz`)).status, 200)
  assert.equal(await first.end('SIGINT'), 0)

  const second = await startProcess(t, ['--data', data])
  assert.notEqual(second.ownerLink?.split('#')[1], first.ownerLink?.split('#')[1])
  await runProcess(['user', 'create', 'ada', '--role', 'owner', '--data', data])
  assert.equal(await second.end('SIGTERM'), 0)
  const third = await startProcess(t, ['--data', data])
  assert.equal(third.ownerLink, undefined)
  assert.equal(await third.end('SIGTERM'), 0)
})

test('[OPS1] the folder is 0700, every file in it 0600, and the socket is gone after a stop', async (t) => {
  const data = join(makeTestFolder(t), 'data')
  const gateway = await startProcess(t, ['--data', data])
  await runProcess(['backup', '--data', data])
  assert.equal(statSync(data).mode & 0o777, 0o700)
  for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    const stat = statSync(join(data, name))
    assert.equal(stat.mode & 0o777, stat.isDirectory() ? 0o700 : 0o600, name)
  }
  assert(existsSync(join(data, 'heddle.sock')))
  assert.equal(await gateway.end('SIGTERM'), 0)
  assert.equal(existsSync(join(data, 'heddle.sock')), false)
})

test('[OPS1] a scripted set-up works while a gateway runs: the token opens the API at once', async (t) => {
  const data = join(makeTestFolder(t), 'data')
  const gateway = await startProcess(t, ['--data', data])
  const made = await runProcess(['user', 'create', 'ada', '--role', 'owner', '--data', data])
  assert.equal(made.code, 0, made.stderr)
  const printed = await runProcess(['token', 'create', 'ada', '--data', data])
  const token = printed.stdout.trim().split(/\s+/).at(-1) ?? ''
  const me = await api(gateway.url, '/me', token)
  assert.equal(me.status, 200)
  assert.match(await me.text(), /"handle":"ada"/)
  const revoked = await runProcess(['token', 'revoke', 'ada', '--all', '--data', data])
  assert.equal(revoked.code, 0, revoked.stderr)
  assert.equal((await api(gateway.url, '/me', token)).status, 401)
  assert.equal(await gateway.end('SIGTERM'), 0)
})

test('[OPS1] commands that come at the same moment, with or without a gateway, are all done', async (t) => {
  const data = join(makeTestFolder(t), 'data')
  const create = (handle: string) =>
    runProcess(['user', 'create', handle, '--role', 'member', '--data', data])
  const together = await Promise.all(['one', 'two', 'three'].map(create))
  for (const { code, stderr } of together) assert.equal(code, 0, stderr)
  const [gateway, ...during] = await Promise.all([
    startProcess(t, ['--data', data]),
    create('four'),
    create('five'),
  ])
  for (const { code, stderr } of during) assert.equal(code, 0, stderr)
  const list = await runProcess(['user', 'list', '--json', '--data', data])
  assert.equal((JSON.parse(list.stdout) as { items: unknown[] }).items.length, 5)
  assert.equal(await gateway.end('SIGTERM'), 0)
})

test('[OPS1] after a kill the next start takes over folder and socket', async (t) => {
  const data = join(makeTestFolder(t), 'data')
  const first = await startProcess(t, ['--data', data])
  await runProcess(['user', 'create', 'ada', '--role', 'owner', '--data', data])
  assert.equal(await first.end('SIGKILL'), 'SIGKILL')
  assert(existsSync(join(data, 'heddle.sock')), 'left behind')
  const offline = await runProcess(['user', 'list', '--data', data])
  assert.match(offline.stdout, /@ada/)
  const second = await startProcess(t, ['--data', data])
  const online = await runProcess(['user', 'list', '--data', data])
  assert.match(online.stdout, /@ada/)
  assert.equal(await second.end('SIGTERM'), 0)
})

test('[OPS1] the second signal ends the process at once', async (t) => {
  const data = join(makeTestFolder(t), 'data')
  const gateway = await startProcess(t, ['--data', data])
  // A request that never ends holds the orderly stop up.
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
  t.after(() => socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    'POST /api/v1/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
  )
  assert.equal((await fetch(`${gateway.url}/healthz`)).status, 200)
  gateway.child.kill('SIGTERM')
  await gateway.said('Stopping')
  assert.equal(await gateway.end('SIGTERM'), 128 + 15)
})

test('[OPS2] SIGHUP reads the file again: right changes act, wrong ones are told and change nothing', async (t) => {
  const data = join(makeTestFolder(t), 'data')
  const gateway = await startProcess(t, ['--data', data])
  const nameNow = async () => ((await (await api(gateway.url, '/about')).json()) as { name: string }).name
  const path = join(data, 'heddle.json5')
  assert.equal(await nameNow(), 'Heddle')
  writeFileSync(path, '{ team: { name: "Weavers" }, database: { durability: "full" } }')
  gateway.child.kill('SIGHUP')
  await gateway.said(
    'The configuration was reloaded: database.durability, team.name. Restart for database.durability.',
  )
  assert.equal(await nameNow(), 'Weavers')
  writeFileSync(path, '{ team: { nmae: "Nobody" } }')
  gateway.child.kill('SIGHUP')
  await gateway.said('team.nmae is not a key that exists; did you mean team.name?')
  assert.equal(await nameNow(), 'Weavers')
  assert.equal(await gateway.end('SIGTERM'), 0)
})

test('[OPS5] a backup of a running gateway is restored elsewhere, and the clients’ epoch changes', async (t) => {
  const base = makeTestFolder(t)
  const data = join(base, 'data')
  const gateway = await startProcess(t, ['--data', data])
  await runProcess(['user', 'create', 'ada', '--role', 'owner', '--data', data])
  const made = await runProcess(['backup', '--to', 'copy', '--with-key', '--data', data], { cwd: base })
  assert.equal(made.code, 0, made.stderr)
  assert.equal(await gateway.end('SIGTERM'), 0)
  const elsewhere = join(base, 'elsewhere')
  const restored = await runProcess(['restore', 'copy', '--data', elsewhere], { cwd: base })
  assert.equal(restored.code, 0, restored.stderr)
  const second = await startProcess(t, ['--data', elsewhere])
  assert.equal(second.ownerLink, undefined)
  const list = await runProcess(['user', 'list', '--data', elsewhere])
  assert.match(list.stdout, /@ada/)
  const doctor = await runProcess(['doctor', '--data', elsewhere])
  assert.equal(doctor.code, 0, doctor.stdout)
  assert.match(doctor.stdout, /database +whole, every page read/)
  assert.equal(await second.end('SIGTERM'), 0)
})

test('[OPS5] a restore that is killed at any moment leaves one whole database, the old or the new', async (t) => {
  const base = makeTestFolder(t)
  const data = join(base, 'data')
  await runProcess(['user', 'create', 'ada', '--role', 'owner', '--data', data])
  await runProcess(['backup', '--to', 'copy', '--data', data], { cwd: base })
  await runProcess(['user', 'create', 'kim', '--role', 'member', '--data', data])
  const begunMs = performance.now()
  await runProcess(['restore', 'copy', '--data', join(base, 'measured')], { cwd: base })
  const wholeMs = performance.now() - begunMs
  const rounds = 5
  for (let round = 1; round <= rounds; round++) {
    const child = launch(['restore', 'copy', '--force', '--data', data], { cwd: base })
    const closed = once(child, 'close')
    setTimeout(() => child.kill('SIGKILL'), (wholeMs * (round + 2)) / (rounds + 2))
    await closed
    const list = await runProcess(['user', 'list', '--data', data])
    assert.equal(list.code, 0, list.stderr)
    assert.match(list.stdout, /@ada/)
  }
  const last = await runProcess(['restore', 'copy', '--force', '--data', data], { cwd: base })
  assert.equal(last.code, 0, last.stderr)
  assert.equal(existsSync(join(data, 'heddle.db.restoring')), false)
})

test('[OPS4] logs are followed as they are written, until a signal ends it', async (t) => {
  const data = join(makeTestFolder(t), 'data')
  const gateway = await startProcess(t, ['--data', data])
  const following = launch(['logs', '--follow', '--data', data], {})
  t.after(() => following.kill('SIGKILL'))
  let seen = ''
  const { promise: sawStop, resolve } = Promise.withResolvers<void>()
  following.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    seen += chunk
    if (/info +stopping/.test(seen)) resolve()
  })
  await once(following.stdout!, 'data')
  assert.match(seen, /info +ready/)
  assert.equal(await gateway.end('SIGTERM'), 0)
  await sawStop
  following.kill('SIGINT')
  assert.deepEqual(await once(following, 'close'), [0, null])
})

test('[OPS1] a reader that goes away early is no error', async () => {
  const child = launch(['config', 'schema'], {})
  child.stdin?.end()
  child.stdout?.destroy()
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  assert.deepEqual([code, stderr], [0, ''])
})

test('[OPS1] an unknown command says so and ends with its code', async () => {
  const ended = await runProcess(['strat'])
  assert.deepEqual(
    [ended.code, ended.stderr],
    [exitCodes.usage, "Unknown command 'strat'. Did you mean start?\n"],
  )
})
