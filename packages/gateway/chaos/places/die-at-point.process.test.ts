import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ArmedPoint } from './die-points.ts'

const preload = new URL('twisted-gateway.ts', import.meta.url).href

/** How the program ended that asks so, and how many of its requests came. */
async function ask(program: string, point: ArmedPoint<string>): Promise<{ ended: string; came: number }> {
  let came = 0
  const server = createServer((request, response) => {
    came++
    request.resume().on('end', () => response.end('{"id":"1"}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const folder = mkdtempSync(join(tmpdir(), 'heddle-point-'))
  const path = join(folder, 'point.json')
  writeFileSync(path, JSON.stringify(point))
  // The port that it was just given.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const child = spawn(process.execPath, ['--import', preload, '--input-type=module', '--eval', program], {
    env: { ...process.env, HEDDLE_CHAOS_POINT: path, ASKED_URL: url },
    cwd: import.meta.dirname,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  server.close()
  rmSync(folder, { recursive: true })
  return { ended: signal ?? String(code), came }
}

const byLibrary = `
  import { DefaultRestOptions } from '@discordjs/rest'
  const init = { method: 'POST', headers: {}, body: '{}', signal: new AbortController().signal }
  for (let i = 0; i < 2; i++) {
    const answer = await DefaultRestOptions.makeRequest(process.env.ASKED_URL + '/v10/channels/5/messages?a=b', init)
    await answer.text()
  }
  process.exit(7)`
const byFetch = `
  for (let i = 0; i < 2; i++) {
    const answer = await fetch(process.env.ASKED_URL + '/v1/send', { method: 'POST', body: '{}' })
    await answer.text()
  }
  process.exit(7)`

for (const [who, program, call] of [
  ['the library of Discord', byLibrary, 'POST /channels/*/messages'],
  ['fetch', byFetch, 'send'],
] as const) {
  test(`[F8] [F10] a gateway of the rounds ends itself before or after a request that is made by ${who}`, async () => {
    const point = (when: 'before' | 'after', nth: number) =>
      ask(program, { name: 'F8', point: { kind: 'request', when, call }, nth })
    assert.deepEqual(await point('before', 1), { ended: 'SIGKILL', came: 0 })
    assert.deepEqual(await point('after', 1), { ended: 'SIGKILL', came: 1 })
    assert.deepEqual(await point('before', 2), { ended: 'SIGKILL', came: 1 })
    const other = { kind: 'request', when: 'before', call: 'POST /channels/*/webhooks' } as const
    assert.deepEqual(await ask(program, { name: 'F14', point: other, nth: 1 }), { ended: '7', came: 2 })
  })
}
