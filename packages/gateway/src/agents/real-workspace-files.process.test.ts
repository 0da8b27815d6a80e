import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createSilentLog } from '../foundation/logging/log.ts'
import { createRealWorkspaceFiles, workspaceFileBytesMax } from './real-workspace-files.ts'

function openFolder(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-workspace-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const warnings: string[] = []
  const log = { ...createSilentLog(), warn: (message: string) => void warnings.push(message) }
  const workspace = join(folder, 'agent')
  mkdirSync(workspace)
  const data = join(folder, 'data')
  return {
    folder,
    data,
    workspace,
    warnings,
    read: createRealWorkspaceFiles({
      log,
      places: { data, workspaces: join(data, 'workspaces'), files: [] },
    }),
    agent: { id: 'a', workspace },
  }
}

test('[AGT2] a workspace file is read; one that is not there is none', async (t) => {
  const { workspace, read, agent } = openFolder(t)
  writeFileSync(join(workspace, 'AGENTS.md'), 'Weave wéll.')
  assert.equal(await read(agent, 'AGENTS.md'), 'Weave wéll.')
  assert.equal(await read(agent, 'SOUL.md'), undefined)
  assert.equal(await read({ id: 'a', workspace: null }, 'AGENTS.md'), undefined)
  assert.equal(await read({ id: 'a', workspace: join(workspace, 'missing') }, 'AGENTS.md'), undefined)
})

test('[AGT2] a link out of the folder, a folder and a pipe are left out', async (t) => {
  const { folder, workspace, read, agent, warnings } = openFolder(t)
  writeFileSync(join(folder, 'secret'), 'not for agents')
  mkdirSync(join(folder, 'agent-twin'))
  writeFileSync(join(folder, 'agent-twin', 'TOOLS.md'), 'not for agents')
  symlinkSync('../secret', join(workspace, 'AGENTS.md'))
  symlinkSync('../agent-twin/TOOLS.md', join(workspace, 'TOOLS.md'))
  mkdirSync(join(workspace, 'SOUL.md'))
  execFileSync('mkfifo', [join(workspace, 'USER.md')])
  for (const name of ['AGENTS.md', 'TOOLS.md', 'SOUL.md', 'USER.md'] as const) {
    assert.equal(await read(agent, name), undefined, name)
  }
  assert.equal(warnings.length, 4)
})

test('[AGT2] [R10] Heddle’s own files are left out, also where the folder is set around them', async (t) => {
  const { folder, data, read, warnings } = openFolder(t)
  mkdirSync(data)
  writeFileSync(join(data, 'secret.key'), 'not for agents')
  symlinkSync('data/secret.key', join(folder, 'AGENTS.md'))
  linkSync(join(data, 'secret.key'), join(folder, 'TOOLS.md'))
  for (const name of ['AGENTS.md', 'TOOLS.md'] as const) {
    assert.equal(await read({ id: 'a', workspace: folder }, name), undefined, name)
  }
  assert.equal(warnings.length, 2)
})

test('[AGT2] a link inside the folder, and a folder that is itself a link, are fine', async (t) => {
  const { folder, workspace, read } = openFolder(t)
  writeFileSync(join(workspace, 'real.md'), 'inside')
  symlinkSync('real.md', join(workspace, 'AGENTS.md'))
  symlinkSync(workspace, join(folder, 'link'))
  assert.equal(await read({ id: 'a', workspace: join(folder, 'link') }, 'AGENTS.md'), 'inside')
})

test('[AGT2] of a file that is too large only the beginning is used, whole characters and a note', async (t) => {
  const { workspace, read, agent, warnings } = openFolder(t)
  writeFileSync(join(workspace, 'TOOLS.md'), 'x'.repeat(workspaceFileBytesMax))
  assert.equal((await read(agent, 'TOOLS.md'))?.length, workspaceFileBytesMax)
  assert.equal(warnings.length, 0)
  writeFileSync(join(workspace, 'AGENTS.md'), `x${'é'.repeat(workspaceFileBytesMax)}`)
  const text = (await read(agent, 'AGENTS.md')) ?? ''
  assert.match(text, /^xé+\n\n\(The rest of this file was left out/)
  assert(!text.includes('\ufffd'))
  assert.equal(warnings.length, 1)
})
