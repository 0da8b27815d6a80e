import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { createRealEgress } from '../../foundation/egress/real-egress.ts'
import { createRealClock } from '../../foundation/real-clock.ts'
import { judgeAttachmentUrl, readAttachment } from './read-attachment.ts'

const api = 'https://discord.com/api'

test('[CHN7] a file is fetched from the hosts of Discord, or from where its API is, and from nowhere else', () => {
  for (const url of [
    'https://cdn.discordapp.com/attachments/1/2/a.txt?ex=1',
    'https://media.discordapp.net/attachments/1/2/a.png',
  ]) {
    assert.equal(judgeAttachmentUrl(url, api), 'discord', url)
  }
  assert.equal(judgeAttachmentUrl('https://discord.com/attachments/1', api), 'api')
  for (const url of [
    'http://cdn.discordapp.com/attachments/1/2/a.txt',
    'https://cdn.discordapp.com:8443/a.txt',
    'https://cdn.discordapp.com.example/a.txt',
    'https://user@cdn.discordapp.com/a.txt',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'nonsense',
  ]) {
    assert.equal(judgeAttachmentUrl(url, api), undefined, url)
  }
  assert.equal(judgeAttachmentUrl('http://127.0.0.1:7600/attachments/1', 'http://127.0.0.1:7600/api'), 'api')
  assert.equal(
    judgeAttachmentUrl('http://127.0.0.1:7601/attachments/1', 'http://127.0.0.1:7600/api'),
    undefined,
  )
})

test('[CHN7] a file that is refused, leads elsewhere, or is larger than was said is not taken', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/fine') return void response.end('words')
    if (request.url === '/away') return void response.writeHead(302, { location: '/fine' }).end()
    if (request.url === '/gone') return void response.writeHead(404).end()
    const piece = Buffer.alloc(1_048_576)
    let sent = 0
    const more = () => {
      while (!response.destroyed && sent++ < 30)
        if (!response.write(piece)) return void response.once('drain', more)
      response.end()
    }
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { signal } = new AbortController()
  const clock = createRealClock()
  const deps = { egress: createRealEgress({ clock }), clock, apiUrl: `${origin}/api` }
  const read = (path: string, size = 5) =>
    readAttachment(deps, { filename: 'a', size, url: `${origin}${path}` }, signal)
  try {
    assert.equal(Buffer.from(await read('/fine')).toString(), 'words')
    await assert.rejects(read('/away'), /HTTP 302/)
    await assert.rejects(read('/gone'), /HTTP 404/)
    await assert.rejects(read('/long'), /larger than Discord said/)
    await assert.rejects(read('/fine', limits.fileBytesMax + 1), /too large/)
    await assert.rejects(read('@elsewhere.example/'), /not on a host of Discord/)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
