// What holds for every implementation of workspace folders.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FolderTrouble, type WorkspaceFolder } from '../src/agents/tools/files/workspace-folder.ts'

export interface SuiteFolder {
  folder: WorkspaceFolder
  close(): Promise<void>
}

export function runWorkspaceFolderSuite(name: string, open: () => Promise<SuiteFolder>): void {
  const check = (what: string, run: (folder: WorkspaceFolder) => Promise<void>): void => {
    test(`[AGT5] ${name}: ${what}`, async () => {
      const { folder, close } = await open()
      try {
        await run(folder)
      } finally {
        await close()
      }
    })
  }

  check('what was written is read, in folders that are made for it', async (folder) => {
    await folder.writeFile(['a', 'b', 'c.txt'], Buffer.from('one'), null)
    assert.deepEqual(await readAll(folder, ['a', 'b', 'c.txt']), { text: 'one', bytes: 3 })
  })

  check('a file is replaced by who knows its version, and by nobody else', async (folder) => {
    await folder.writeFile(['x'], Buffer.from('one'), null)
    const first = await versionOf(folder, ['x'])
    await assert.rejects(folder.writeFile(['x'], Buffer.from('two'), null), troubled('changed'))
    await folder.writeFile(['x'], Buffer.from('two'), first)
    await assert.rejects(folder.writeFile(['x'], Buffer.from('three'), first), troubled('changed'))
    await assert.rejects(folder.writeFile(['y'], Buffer.from('three'), first), troubled('changed'))
    assert.equal((await readAll(folder, ['x'])).text, 'two')
  })

  check('entries are listed with kind and size', async (folder) => {
    await folder.writeFile(['a', 'inner'], Buffer.from('12345'), null)
    await folder.writeFile(['z'], Buffer.from('12'), null)
    const { entries, isWhole } = await folder.listFolder([])
    assert.deepEqual(
      entries.toSorted((a, b) => a.name.localeCompare(b.name)),
      [
        { name: 'a', kind: 'folder', bytes: 0 },
        { name: 'z', kind: 'file', bytes: 2 },
      ],
    )
    assert.equal(isWhole, true)
    assert.deepEqual((await folder.listFolder(['a'])).entries, [{ name: 'inner', kind: 'file', bytes: 5 }])
  })

  check('what is missing, or of the other kind, is said to be so', async (folder) => {
    await folder.writeFile(['a', 'file'], Buffer.from(''), null)
    assert.deepEqual(await readAll(folder, ['a', 'file']), { text: '', bytes: 0 })
    await assert.rejects(readAll(folder, ['none']), troubled('missing'))
    await assert.rejects(readAll(folder, ['none', 'below']), troubled('missing'))
    await assert.rejects(readAll(folder, ['a']), troubled('not_a_file'))
    await assert.rejects(readAll(folder, []), troubled('not_a_file'))
    await assert.rejects(readAll(folder, ['a', 'file', 'x']), troubled('not_a_folder'))
    await assert.rejects(folder.listFolder(['a', 'file']), troubled('not_a_folder'))
    await assert.rejects(folder.listFolder(['none']), troubled('missing'))
    await assert.rejects(folder.writeFile(['a'], Buffer.from(''), null), troubled('not_a_file'))
    await assert.rejects(
      folder.writeFile(['a', 'file', 'x'], Buffer.from(''), null),
      troubled('not_a_folder'),
    )
  })
}

export function troubled(code: FolderTrouble['code']) {
  return (error: unknown) => {
    assert.ok(error instanceof FolderTrouble, String(error))
    assert.equal(error.code, code, error.message)
    assert.match(error.message, /^[A-Z"][^\n]*\.$/, 'a sentence')
    return true
  }
}

export async function readAll(folder: WorkspaceFolder, path: readonly string[]) {
  return folder.readFile(path, async (file) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of file.chunks()) chunks.push(chunk)
    return { text: Buffer.concat(chunks).toString('utf8'), bytes: file.bytes }
  })
}

function versionOf(folder: WorkspaceFolder, path: readonly string[]): Promise<string> {
  return folder.readFile(path, async ({ version }) => version)
}
