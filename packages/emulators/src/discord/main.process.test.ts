import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { demoIds, demoToken } from './demo-server.ts'

async function startDiscord(t: TestContext): Promise<{ url: string; stderr(): string }> {
  const main = new URL('./main.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [main, '0', '--brief'], { stdio: ['ignore', 'pipe', 'pipe'] })
  t.after(() => child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk)
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${stderr}`)))
    child.stdout.on('data', (chunk) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk))?.[0]
      if (found !== undefined) resolve(found)
    })
  })
  return { url, stderr: () => stderr }
}

test('[DSC1] an emulated Discord in a process of its own judges by itself, and tells what Discord would not take', {
  timeout: 60_000,
}, async (t) => {
  const { url, stderr } = await startDiscord(t)
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bot ${demoToken}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return response.json()
  }
  await post(`/api/v10/channels/${demoIds.general}/messages`, { content: 'well said' })
  assert.deepEqual(await post('/_emulator/judged', {}), { requests: 1, answers: 1, breaches: [] })
  await post(`/api/v10/channels/${demoIds.general}/messages`, { content: 'x', colour: 'red' })
  const { requests, breaches } = (await post('/_emulator/judged', {})) as {
    requests: number
    breaches: { what: string }[]
  }
  assert.deepEqual([requests, breaches.map(({ what }) => what)], [2, ['colour is not known']])
  // What it writes comes by a way of its own.
  while (!stderr().includes('\n')) await wait(10)
  assert.match(stderr(), /Discord would not take POST .*: colour is not known/)
})
