import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChoice } from '../../tools-config.ts'
import { createScriptedSandbox } from '../../../../test-support/scripted-processes.ts'
import { chooseRung, describeSandbox, type SandboxName } from './choose-rung.ts'
import { createRungFinder } from './find-rung.ts'

function choose(
  choice: SandboxChoice,
  problems: Partial<Record<SandboxName, string>> = {},
  platform = 'linux',
) {
  return chooseRung({ choice, platform, probe: async (name) => problems[name] })
}

const neither = { bubblewrap: 'No bubblewrap.', 'sandbox-runtime': 'No runtime.' }

test('[AGT5] commands run on the first that works of bubblewrap, sandbox-runtime, approval for each', async () => {
  assert.deepEqual(await choose('auto'), { kind: 'bubblewrap', notes: [] })
  assert.deepEqual(await choose('auto', { bubblewrap: 'No bubblewrap.' }), {
    kind: 'sandbox-runtime',
    notes: ['No bubblewrap.'],
  })
  assert.deepEqual(await choose('auto', neither), {
    kind: 'approval',
    notes: ['No bubblewrap.', 'No runtime.'],
  })
})

test('[AGT5] a sandbox that is asked for by name is that one or none', async () => {
  assert.equal((await choose('bubblewrap')).kind, 'bubblewrap')
  assert.equal((await choose('sandbox-runtime')).kind, 'sandbox-runtime')
  const off = await choose('bubblewrap', neither)
  assert.equal(off.kind, 'off')
  assert.match(describeSandbox(off).message, /asks for bubblewrap, which does not work\. No bubblewrap\./)
  assert.equal((await choose('off')).kind, 'off')
  assert.equal((await choose('approval')).kind, 'approval')
})

test('[AGT5] [OPS1] on Windows commands are off unless they are turned on', async () => {
  assert.equal((await choose('auto', {}, 'win32')).kind, 'off')
  assert.equal((await choose('approval', {}, 'win32')).kind, 'approval')
})

test('[AGT5] a look starts programs, so there is one, until somebody asks for another', async () => {
  const sandboxes = {
    bubblewrap: createScriptedSandbox('No.'),
    'sandbox-runtime': createScriptedSandbox('No.'),
  }
  let choice: SandboxChoice = 'auto'
  const finder = createRungFinder({ choice: () => choice, platform: 'linux', sandboxes })
  await Promise.all([finder.find(), finder.find()])
  assert.equal(sandboxes.bubblewrap.probes, 1)

  sandboxes.bubblewrap.problem = undefined
  assert.equal((await finder.find()).kind, 'approval')
  finder.forget()
  assert.equal((await finder.find()).kind, 'bubblewrap')
  choice = 'off'
  assert.equal((await finder.find()).kind, 'off')
})
