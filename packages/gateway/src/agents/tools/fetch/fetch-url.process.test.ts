// The tool with the real way out and the real reader, against a server on loopback that is allowed by its address.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createRealEgress } from '../../../foundation/egress/real-egress.ts'
import { createRealClock } from '../../../foundation/real-clock.ts'
import { createFetchTool } from './fetch-url.ts'
import { createRealPageReader } from './real-page-reader.ts'

async function openPlace(t: TestContext) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(request.url ?? '')
    const { port } = server.address() as AddressInfo
    const moved = {
      '/moved': '/page',
      '/away': `http://localhost:${port}/secret`,
      '/cloud': 'http://169.254.169.254/',
    }
    const location = moved[request.url as keyof typeof moved]
    if (location !== undefined) return void response.writeHead(302, { location, 'set-cookie': 'a=b' }).end()
    if (request.url === '/bomb') {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      return void response.end(gzipSync(Buffer.alloc(64 * 1_048_576, 'a')))
    }
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
    response.end(gzipSync(`<title>T</title><p>cookie: ${request.headers.cookie ?? 'none'}</p>`))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const clock = createRealClock()
  const tool = createFetchTool({
    egress: createRealEgress({ clock }),
    clock,
    allowHosts: () => ['127.0.0.1'],
    reader: createRealPageReader({ clock }),
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const place = { sessionId: 's', agentId: 'main', turnId: 't', workspace: null }
  const run = {
    signal: new AbortController().signal,
    isApproved: false,
    onProgress: () => undefined,
    callEventId: 'evt_1',
    calledAt: 0,
  }
  return { seen, fetch: (path: string) => tool.run({ url: base + path }, place, run) }
}

test('[AGT5] [R11] a page that was moved and packed is read, and cookies are not kept', async (t) => {
  const { fetch } = await openPlace(t)
  const { output, isError } = await fetch('/moved')
  assert.equal(isError, false)
  assert.match(output, /final_url="http:\/\/127\.0\.0\.1:\d+\/page".*title="T"[\s\S]*\ncookie: none\n/)
})

test('[R11] [I41] a redirect to what was not allowed is not followed, though it leads to the same machine', async (t) => {
  const { fetch, seen } = await openPlace(t)
  assert.match((await fetch('/away')).output, /is not a public address/)
  assert.match((await fetch('/cloud')).output, /link-local/)
  assert.deepEqual(seen, ['/away', '/cloud'])
})

test('[R12] what unpacks to far more than it seems is cut', async (t) => {
  const { fetch } = await openPlace(t)
  assert.match((await fetch('/bomb')).output, /characters="0 to 40000 of 4194304"/)
})
