// Real commands in a real bubblewrap: what gets out of it, what is left of it, and what it takes.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createSilentLog } from '../../../foundation/logging/log.ts'
import { createRealClock } from '../../../foundation/real-clock.ts'
import { createRealRandom } from '../../../foundation/real-random.ts'
import { makeExecPlace, watchLives } from '../../../../test-support/exec-place.ts'
import type { ExecConfig } from '../../tools-config.ts'
import { createRealExec } from './real-exec.ts'

async function openSandbox(
  t: TestContext,
  { config = {}, isAround = false }: { config?: ExecConfig; isAround?: boolean } = {},
) {
  const place = makeExecPlace(t)
  const exec = createRealExec({
    config: () => ({ ...config, sandbox: 'bubblewrap' }),
    clock: createRealClock(),
    random: createRealRandom(),
    log: createSilentLog(),
    env: {
      ...process.env,
      OPENAI_API_KEY: 'planted key',
      HEDDLE_SECRET_KEY: 'planted secret',
      NAMED: 'named',
    },
    dataFolder: place.data,
  })
  t.after(() => exec.close())
  const found = await exec.describe()
  if (found.kind !== 'bubblewrap') {
    t.skip(`NOTHING OF THE SANDBOX IS PROVEN HERE: ${found.message}`)
    return undefined
  }
  const workspace = isAround ? join(place.data, '..') : place.workspace
  const where = { sessionId: 's1', agentId: 'main', turnId: 't', workspace }
  const { signal } = new AbortController()
  const [tool] = await exec.tools(where, signal)
  const run = async (args: Record<string, unknown>, isApproved = false) => {
    assert.equal(tool?.complainOf(args), undefined)
    const outcome = await tool?.run(args, where, {
      signal,
      isApproved,
      onProgress: () => undefined,
      callEventId: 'evt_1',
      calledAt: 0,
    })
    assert.ok(outcome)
    return outcome
  }
  return { ...place, run, lines: async (script: string) => (await run({ script })).output.split('\n') }
}

test('[R18] [AGT5] a sandboxed command works in its workspace and sees nothing else of the disk', async (t) => {
  const box = await openSandbox(t)
  if (!box) return
  const { run, data, workspace } = box
  // Whatever else stands in there on this machine.
  const passing = `/tmp/${randomUUID()}`
  const { output } = await run({
    script: `pwd; cat own.txt; echo new > made.txt; echo gone > ${passing} && cat ${passing}`,
  })
  assert.equal(output, `${workspace}\nown words\ngone\n[exit code 0]`)
  assert.equal(readFileSync(join(workspace, 'made.txt'), 'utf8'), 'new\n')
  assert.equal(existsSync(passing), false)

  symlinkSync('/etc/shadow', join(workspace, 'link'))
  for (const path of [
    '/etc/shadow',
    'link',
    join(data, 'secret.key'),
    '../../secret.key',
    '/root',
    '/home',
    '/var',
    '/sys',
  ]) {
    const outcome = await run({ argv: ['ls', '-L', path] })
    assert.match(outcome.output, /No such file|cannot access/, path)
  }
  assert.match((await run({ argv: ['ls', '-A', data] })).output, /^workspaces\n/)
})

test('[R18] a sandboxed command changes nothing outside of its workspace, nor the kernel', async (t) => {
  const box = await openSandbox(t)
  if (!box) return
  for (const path of ['/usr/planted', '/etc/planted', '/planted', '/dev/planted', '/bin/planted']) {
    assert.match((await box.run({ script: `echo x > ${path}` })).output, /cannot create/, path)
    assert.equal(existsSync(path), false)
  }
  // Where nothing of it is seen, its place is one among the temporary files.
  await box.run({ script: `echo x > ${box.data}/planted` })
  assert.equal(existsSync(join(box.data, 'planted')), false)
  const kernel = '/proc/sys/kernel/core_pattern'
  const before = readFileSync(kernel, 'utf8')
  assert.match((await box.run({ script: `echo planted > ${kernel}` })).output, /cannot create|Permission/)
  assert.equal(readFileSync(kernel, 'utf8'), before)
  const mounts = await box.run({
    script: 'mount -t tmpfs x /mnt || mount -o remount,rw /usr || unshare -Ur true',
  })
  assert.equal(mounts.isError, true)
})

test('[R18] a workspace around the data folder does not show it', async (t) => {
  const box = await openSandbox(t, { isAround: true })
  if (!box) return
  const { output } = await box.run({
    script: 'ls -A data; cat data/secret.key; echo x > data/secret.key; rm -rf data',
  })
  assert.doesNotMatch(output, /planted|workspaces/)
  assert.equal(readFileSync(join(box.data, 'secret.key'), 'utf8'), 'planted secret')
})

test('[R18] a sandboxed command reaches no network, not even this machine', async (t) => {
  const box = await openSandbox(t)
  if (!box) return
  let met = 0
  const server = createServer((socket) => {
    met++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  const tcpPort = typeof address === 'object' ? address?.port : 0
  const connect = `use Socket; socket(my $s, PF_INET, SOCK_STREAM, 0) or die "no socket"; connect($s, sockaddr_in(${tcpPort}, inet_aton("127.0.0.1"))) and print "connected"; print "$!\\n"`
  const { output } = await box.run({ argv: ['perl', '-e', connect] })
  assert.match(output, /Connection refused/)
  assert.equal(met, 0)
  // With somebody's word it does, and only then.
  const asked = await box.run({ argv: ['perl', '-e', connect], network: true })
  assert.match(asked.output, /Nobody approved/)
  const allowed = await box.run({ argv: ['perl', '-e', connect], network: true }, true)
  assert.match(allowed.output, /connected/)
  assert.ok(allowed.isUntrusted)
  assert.equal(met, 1)
  // Sockets of virtual machines know no namespaces.
  const other = await box.run({
    argv: ['perl', '-e', 'socket(my $s, 40, 1, 0) and print "made"; print 0 + $!'],
  })
  assert.match(other.output, /^1\n/)
})

test('[R18] a sandboxed command sees no other process, and has no descriptor of ours', async (t) => {
  const box = await openSandbox(t)
  if (!box) return
  const seen = await box.lines('ls /proc | grep -c "^[0-9]"; cat /proc/*/cmdline | tr "\\0" " "')
  assert.ok(Number(seen[0]) < 10)
  assert.doesNotMatch(seen.join(), /node/)
  assert.equal((await box.run({ script: `kill -0 ${process.pid}` })).isError, true)
  const descriptors = await box.lines(
    'for f in 3 4 5 6 7 8 9 10 11 12 13 14 15; do [ -e /proc/$$/fd/$f ] && readlink /proc/$$/fd/$f; done; echo end',
  )
  assert.deepEqual(
    descriptors.filter((line) => /socket|pipe|\.db/.test(line)),
    [],
  )
})

test('[R18] no secret of ours is in the environment, and no .env of the workspace is read', async (t) => {
  const box = await openSandbox(t, { config: { env: ['NAMED', 'HEDDLE_SECRET_KEY'] } })
  if (!box) return
  const { output } = await box.run({ argv: ['env'] })
  assert.doesNotMatch(output, /planted/)
  assert.match(output, /^NAMED=named$/m)
  const names = output.split('\n').map((line) => line.split('=')[0] ?? '')
  const known = [
    'HEDDLE_PROCESS',
    'HOME',
    'LANG',
    'NAMED',
    'PATH',
    'PWD',
    'TERM',
    'TMPDIR',
    'TZ',
    '[exit code 0]',
  ]
  assert.deepEqual(
    names.filter((name) => !known.includes(name)),
    [],
  )
})

test('[R18] no shell reads any part of an argument', async (t) => {
  const box = await openSandbox(t)
  if (!box) return
  const odd = [
    '$(touch made)',
    '`touch made`',
    '; touch made',
    '| touch made',
    '&& touch made',
    '*',
    '~',
    '$HOME',
    "'",
    '"',
    'a\nb',
    '-n',
    '--',
    '',
  ]
  const { output } = await box.run({ argv: ['printf', '<%s>', ...odd] })
  assert.equal(output, `${odd.map((text) => `<${text}>`).join('')}\n[exit code 0]`)
  assert.equal(existsSync(join(box.workspace, 'made')), false)
  assert.match((await box.run({ argv: ['$(touch made)'] })).output, /not found/)
  // An option that would make `env` split a text into a command is an option of env alone.
  assert.match((await box.run({ argv: ['echo', '-S', 'touch made'] })).output, /^-S touch made/)
  assert.equal(existsSync(join(box.workspace, 'made')), false)
  const long = 'x'.repeat(120_000)
  assert.match((await box.run({ argv: ['sh', '-c', 'echo ${#1}', 'sh', long] })).output, /^120000\n/)
})

test('[AGT5] its input is closed unless there is something to read', async (t) => {
  const box = await openSandbox(t)
  if (!box) return
  assert.equal((await box.run({ argv: ['cat'] })).output, '[no output]\n[exit code 0]')
  assert.equal((await box.run({ argv: ['cat'], stdin: 'hi' })).output, 'hi\n[exit code 0]')
  // Nobody reads what is written to this one.
  assert.equal((await box.run({ argv: ['true'], stdin: 'x'.repeat(1_000_000) })).isError, false)
})

test('[R18] [R12] who forks without end is stopped as a whole', async (t) => {
  const box = await openSandbox(t)
  if (!box) return
  const { gone } = watchLives(t, box)
  // It would end at a thousand by itself, so that a broken limit breaks this test and not the machine.
  const script =
    'exec 9>alive; echo ready >&9; f() { [ $1 -gt 0 ] && { f $(($1-1)) & f $(($1-1)) & }; sleep 60; }; f 9'
  assert.match((await box.run({ script })).output, /more than 128 processes/)
  await gone
})

test('[R18] after its time nothing of a command is left, whatever it does against it', async (t) => {
  const box = await openSandbox(t)
  if (!box) return
  const { gone } = watchLives(t, box)
  const script = `
    exec 9>alive
    echo ready >&9
    trap '' TERM HUP INT
    (trap '' TERM; sleep 600) &
    setsid sh -c 'trap "" TERM; setsid env -i sleep 600 & setsid sleep 600' &
    (setsid sh -c 'sleep 600 & exit' &)
    sleep 600`
  const { output } = await box.run({ script, timeoutSeconds: 1 })
  assert.match(output, /ran longer than 1 s \(ended by SIGKILL\)/)
  await gone
})

test('[R18] a command that ends takes along what it started', async (t) => {
  const box = await openSandbox(t)
  if (!box) return
  const { gone } = watchLives(t, box)
  const { output } = await box.run({
    script: 'exec 9>alive; echo ready >&9; setsid sleep 600 & echo started',
  })
  assert.equal(output, 'started\n[exit code 0]')
  await gone
})

test('[R18] who ends by itself when it is asked to is not killed', async (t) => {
  const box = await openSandbox(t)
  if (!box) return
  const script = 'trap "echo bye; exit 5" TERM; echo ready; while :; do sleep 0.05; done'
  const { output } = await box.run({ script, timeoutSeconds: 1 })
  assert.match(output, /bye\n\[It was stopped: it ran longer than 1 s \(exit code 5\)\]/)
})

test('[R12] files of a command, also the temporary ones, have a bound', async (t) => {
  const box = await openSandbox(t)
  if (!box) return
  const { output } = await box.run({
    script:
      'head -c 600000000 /dev/zero > /tmp/big; head -c 600000000 /dev/zero > /dev/shm/big; ulimit -f; ulimit -c',
  })
  assert.equal(output.match(/No space left/g)?.length, 2)
  assert.match(output, /4194304\n0\n/)
})
