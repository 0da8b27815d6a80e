// Files through real sockets: what an in-process request does not show.

import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { test } from 'node:test'
import { apiPrefix, limits } from '@heddle/contract'
import { openTestDoor } from '../../../test-support/open-test-door.ts'

async function openHouse() {
  const house = await openTestDoor()
  const listening = await house.door.listen({ host: '127.0.0.1', port: 0 })
  const { secret } = await house.signedIn('ann', 'member')
  return {
    house,
    url: `${listening.url}${apiPrefix}/files`,
    headers: { Cookie: `heddle_sign_in=${secret}`, 'X-Heddle-Request': '1' },
    async [Symbol.asyncDispose]() {
      await listening.close()
      await house.close()
    },
  }
}

test('[FIL4] a file goes in and comes out over the wire, whole and in parts', async () => {
  await using it = await openHouse()
  const content = Buffer.alloc(3_000_000, 'heddle ')
  const form = new FormData()
  form.append('file', new Blob([content], { type: 'application/zip' }), 'a.zip')
  const kept = await fetch(it.url, { method: 'POST', headers: it.headers, body: form })
  assert.equal(kept.status, 201)
  const { id } = (await kept.json()) as { id: string }
  const whole = await fetch(`${it.url}/${id}`, { headers: it.headers })
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), content)
  const part = await fetch(`${it.url}/${id}`, { headers: { ...it.headers, Range: 'bytes=-7' } })
  assert.deepEqual([part.status, await part.text()], [206, content.subarray(-7).toString()])
  const head = await fetch(`${it.url}/${id}`, { method: 'HEAD', headers: it.headers })
  assert.equal(head.headers.get('Content-Length'), String(content.length))
  // One who leaves in the middle holds nothing open.
  const left = new AbortController()
  const half = await fetch(`${it.url}/${id}`, { headers: it.headers, signal: left.signal })
  await half.body?.getReader().read()
  left.abort()
  assert.deepEqual(it.house.logged, [])
})

test('[FIL5][R12] a file that is announced too large is refused before its bytes are sent', async () => {
  await using it = await openHouse()
  const sent = request(it.url, {
    method: 'POST',
    headers: { ...it.headers, 'Content-Type': 'text/plain', 'Content-Length': limits.fileBytesMax + 1 },
  })
  sent.on('error', () => undefined)
  const status = new Promise((resolve) => sent.on('response', (answer) => resolve(answer.statusCode)))
  sent.flushHeaders()
  assert.equal(await status, 413)
  sent.destroy()
})

test('[FIL5] an upload whose line breaks leaves nothing', async () => {
  await using it = await openHouse()
  const sent = request(it.url, {
    method: 'POST',
    headers: { ...it.headers, 'Content-Type': 'text/plain', 'Content-Length': 1_000_000 },
  })
  sent.on('error', () => undefined)
  sent.write(Buffer.alloc(300_000))
  while (!(await hasArriving(it.house.folder))) await it.house.breathe()
  sent.destroy()
  while (await hasArriving(it.house.folder)) await it.house.breathe()
  assert.deepEqual(await it.house.blobs.list(10), [])
  assert.deepEqual(it.house.logged, [])
})

async function hasArriving(folder: string): Promise<boolean> {
  return (await readdir(`${folder}/files/arriving`)).length > 0
}
