// Real commands in a real sandbox-runtime. Root is refused there, so that a test that is root becomes somebody else.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeExecPlace, startExecProgram, watchLives } from '../../../../test-support/exec-place.ts'
import type { ToolOutcome } from '../../tools.ts'

const isRoot = process.getuid?.() === 0
/** `nobody`, nearly everywhere. */
const user = isRoot ? 65_534 : undefined

test('[AGT5] [R18] sandbox-runtime lets a command change its workspace, and nothing else out or in', async (t) => {
  const place = makeExecPlace(t, user)
  const { data, workspace } = place
  const { gone } = watchLives(t, place, user)
  const { line } = startExecProgram(
    t,
    {
      sandbox: 'sandbox-runtime',
      dataFolder: data,
      workspace,
      calls: [
        { script: 'pwd; cat own.txt; echo new > made.txt; echo gone > "$TMPDIR/x"; cat "$TMPDIR/x"; exit 3' },
        { argv: ['cat', '/etc/shadow', join(data, 'secret.key'), '/proc/1/environ'] },
        { script: `echo x > /usr/planted; echo x > ${data}/planted; echo x > /proc/sys/kernel/core_pattern` },
        { argv: ['printf', '<%s>', "a'b; touch x", '$(id)', '\n', ''] },
        { argv: ['env'] },
        {
          argv: [
            'perl',
            '-e',
            'use Socket; socket(my $s, PF_INET, SOCK_STREAM, 0); connect($s, sockaddr_in(9, inet_aton("127.0.0.1"))) and print "connected"; print "$!"',
          ],
        },
        {
          script:
            'exec 9>alive; echo ready >&9; trap "" TERM; setsid sleep 600 & (trap "" TERM; sleep 600) & sleep 600',
          timeoutSeconds: 3,
        },
      ],
    },
    user,
  )
  const { kind, message } = (await line()) as { kind: string; message: string }
  if (kind !== 'sandbox-runtime') return t.skip(`NOTHING OF SANDBOX-RUNTIME IS PROVEN HERE: ${message}`)
  const next = async () => ((await line()) as ToolOutcome).output
  assert.equal(await next(), `${workspace}\nown words\ngone\n[exit code 3]`)
  assert.equal(readFileSync(join(workspace, 'made.txt'), 'utf8'), 'new\n')
  assert.doesNotMatch(await next(), /planted|root:/)
  assert.equal((await next()).match(/cannot create/g)?.length, 2)
  assert.equal(existsSync(join(data, 'planted')), false)
  assert.equal(await next(), "<a'b; touch x><$(id)><\n><>\n[exit code 0]")
  const environment = await next()
  assert.doesNotMatch(environment, /planted|proxy/i)
  assert.doesNotMatch(await next(), /connected/)
  assert.match(await next(), /ran longer than 3 s/)
  await gone
})

test('[R18] sandbox-runtime is not taken for root, whom it would leave the settings of the kernel', async (t) => {
  if (!isRoot) return t.skip('only root can try')
  const { data, workspace } = makeExecPlace(t)
  const { line } = startExecProgram(t, { sandbox: 'sandbox-runtime', dataFolder: data, workspace, calls: [] })
  const { kind, message } = (await line()) as { kind: string; message: string }
  assert.equal(kind, 'off')
  assert.match(message, /run Heddle as another user|not installed/)
})

test('[R18] [AGT5] a gateway that is killed leaves no process behind (sandbox-runtime)', async (t) => {
  const place = makeExecPlace(t, user)
  const { begun, gone } = watchLives(t, place, user)
  const script = 'exec 9>alive; trap "" TERM; setsid sleep 600 & echo ready >&9; sleep 600'
  const { child, line } = startExecProgram(
    t,
    {
      sandbox: 'sandbox-runtime',
      dataFolder: place.data,
      workspace: place.workspace,
      calls: [{ script, background: true }],
      stays: true,
    },
    user,
  )
  const { kind, message } = (await line()) as { kind: string; message: string }
  if (kind !== 'sandbox-runtime') return t.skip(`NOTHING OF SANDBOX-RUNTIME IS PROVEN HERE: ${message}`)
  await begun
  child.kill('SIGKILL')
  await gone
})
