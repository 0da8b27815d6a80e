// Against a server on loopback, by names that only this test resolves.

import assert from 'node:assert/strict'
import type { lookup, LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { AddressNotAllowed } from './model-fetch.ts'
import { isAllowedAddress } from './real-addresses.ts'
import { requestGuarded } from './real-guarded-request.ts'

async function serve(t: TestContext, answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

/** A name server that answers with the next of these each time. */
function resolveTo(...answers: string[][]) {
  const asked: string[] = []
  const resolve = ((host: string, _: object, done: (error: null, found: LookupAddress[]) => void) => {
    asked.push(host)
    const addresses = answers[Math.min(asked.length, answers.length) - 1] ?? []
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as typeof lookup
  return { asked, resolve }
}

test('[R11] a name that resolves to a link-local address is not reached, also beside one that is none', async (t) => {
  let reached = 0
  const port = await serve(t, (_, response) => {
    reached++
    response.end()
  })
  for (const answer of [['169.254.169.254'], ['127.0.0.1', '169.254.169.254'], ['fe80::1'], []]) {
    const { resolve } = resolveTo(answer)
    await assert.rejects(
      requestGuarded(`http://models.example:${port}/`, {}, resolve),
      AddressNotAllowed,
      String(answer),
    )
  }
  for (const host of ['169.254.169.254', '[fe80::1]', '[::ffff:a9fe:1]']) {
    await assert.rejects(requestGuarded(`http://${host}:${port}/`, {}), AddressNotAllowed, host)
  }
  assert.equal(reached, 0)
})

test('[R11] a name is resolved once for a request, and what was judged is what is connected to', async (t) => {
  const port = await serve(t, (request, response) => {
    response.setHeader('x-host', request.headers.host ?? '')
    request.pipe(response)
  })
  const { asked, resolve } = resolveTo(['127.0.0.1'], ['169.254.169.254'])
  const init = { method: 'POST', body: 'what was said', headers: { 'content-type': 'text/plain' } }
  const answer = await requestGuarded(`http://models.example:${port}/v1`, init, resolve)
  assert.equal(await answer.text(), 'what was said')
  assert.equal(answer.headers.get('x-host'), `models.example:${port}`)
  assert.deepEqual(asked, ['models.example'])
  await assert.rejects(requestGuarded(`http://models.example:${port}/v1`, init, resolve), AddressNotAllowed)
})

test('[R11] an answer without a body, a redirect and an abort come through as they are', async (t) => {
  const port = await serve(t, (request, response) => {
    if (request.url === '/endless') return void response.write('a beginning')
    response.writeHead(request.url === '/empty' ? 204 : 302, { location: 'http://169.254.169.254/' }).end()
  })
  const base = `http://127.0.0.1:${port}`
  const empty = await requestGuarded(`${base}/empty`, {})
  assert.deepEqual([empty.status, empty.body], [204, null])
  const moved = await requestGuarded(`${base}/moved`, {})
  assert.deepEqual([moved.status, moved.headers.get('location')], [302, 'http://169.254.169.254/'])
  const abort = new AbortController()
  const endless = await requestGuarded(`${base}/endless`, { signal: abort.signal })
  abort.abort()
  await assert.rejects(endless.text())
})

test('[R11] loopback and private networks may be reached, because local model servers are there', () => {
  for (const address of ['127.0.0.1', '::1', '10.1.2.3', '172.16.0.1', '192.168.0.1', 'fd12::1', '8.8.8.8']) {
    assert.equal(isAllowedAddress(address), true, address)
  }
  for (const address of [
    '169.254.0.1',
    '169.254.255.255',
    'febf::1',
    'fd00:ec2::254',
    '::ffff:169.254.1.1',
    'name',
  ]) {
    assert.equal(isAllowedAddress(address), false, address)
  }
})
