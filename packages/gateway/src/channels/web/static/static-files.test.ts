import assert from 'node:assert/strict'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { openTestDoor, type TestDoor } from '../../../../test-support/open-test-door.ts'

const page = '<!doctype html><title>Heddle</title>'
const script = 'console.log("loom")'

function write(house: TestDoor, files: Record<string, string | Uint8Array>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(house.folder, 'web', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}

async function openBuiltDoor(): Promise<TestDoor> {
  const house = await openTestDoor()
  write(house, {
    'index.html': page,
    'theme.js': 'document',
    'sw.js': 'self',
    'favicon.svg': '<svg/>',
    'assets/index-B1a2C3d4.js': script,
    'assets/index-B1a2C3d4.js.br': brotliCompressSync(script),
    'assets/index-B1a2C3d4.js.gz': gzipSync(script),
    'assets/plain.css': 'a{}',
    '.env': 'SECRET=1',
    'notes.md': 'not for the web',
  })
  writeFileSync(join(house.folder, 'secret.js'), 'outside')
  symlinkSync(join(house.folder, 'secret.js'), join(house.folder, 'web', 'link.js'))
  return house
}

test('[OPS4] without a built web app a page says how to build it, and it appears without a restart', async () => {
  await using house = await openTestDoor()
  const before = await house.fetch('/')
  assert.equal(before.status, 503)
  assert.match(await before.text(), /npm run build:web/)
  assert.equal((await house.fetch('/assets/x.js')).status, 404)
  write(house, { 'index.html': page })
  assert.equal(await (await house.fetch('/')).text(), page)
  rmSync(join(house.folder, 'web'), { recursive: true })
  assert.equal((await house.fetch('/')).status, 503)
})

test('[API10] every path that is not a file shows the one page, and programs get an error instead', async () => {
  await using house = await openBuiltDoor()
  for (const path of ['/', '/members', '/settings/tokens', '/join', '/%C3%BCber', '/apis']) {
    const response = await house.fetch(path)
    assert.equal(await response.text(), page, path)
    assert.equal(response.headers.get('Content-Type'), 'text/html; charset=utf-8')
    assert.equal(response.headers.get('Cache-Control'), 'no-cache')
  }
  for (const path of ['/nothing.js', '/api', '/api/v2/x', '/api/v1', '/v1', '/v1/embeddings', '/metrics/x']) {
    const response = await house.fetch(path)
    assert.equal(response.status, 404, path)
    assert.equal(JSON.parse(await response.text()).error.code, 'not_found')
  }
  assert.equal((await house.fetch('/members', { method: 'POST' })).status, 404)
})

test('[API10] a file whose name holds its hash is kept for ever, any other is asked for again', async () => {
  await using house = await openBuiltDoor()
  const asset = await house.fetch('/assets/index-B1a2C3d4.js')
  assert.equal(asset.headers.get('Cache-Control'), 'public, max-age=31536000, immutable')
  assert.equal(asset.headers.get('Content-Type'), 'text/javascript; charset=utf-8')
  for (const path of ['/theme.js', '/sw.js', '/favicon.svg', '/assets/plain.css']) {
    assert.equal((await house.fetch(path)).headers.get('Cache-Control'), 'no-cache', path)
  }
  const first = await house.fetch('/')
  const tag = first.headers.get('ETag') ?? ''
  const same = await house.fetch('/members', { headers: { 'If-None-Match': `"x", W/${tag}` } })
  assert.equal(same.status, 304)
  assert.equal(await same.text(), '')
  // The same size at the same second is still another page.
  write(house, { 'index.html': page.replace('Heddle', 'Loom!!') })
  const changed = await house.fetch('/', { headers: { 'If-None-Match': tag } })
  assert.equal(changed.status, 200)
  assert.match(await changed.text(), /Loom!!/)
})

test('[API10] the compressed form is sent to those who take it', async () => {
  await using house = await openBuiltDoor()
  const ask = async (accepted: string) => {
    const response = await house.fetch('/assets/index-B1a2C3d4.js', {
      headers: { 'Accept-Encoding': accepted },
    })
    assert.equal(response.headers.get('Vary'), 'Accept-Encoding')
    return { encoding: response.headers.get('Content-Encoding'), bytes: await response.bytes(), response }
  }
  assert.equal((await ask('gzip, deflate, br')).encoding, 'br')
  const gzip = await ask('gzip;q=0.5, br;q=0')
  assert.equal(gzip.encoding, 'gzip')
  assert.equal(gunzipSync(gzip.bytes).toString(), script)
  for (const accepted of ['', 'identity', 'deflate', 'brx, xgzip'])
    assert.equal((await ask(accepted)).encoding, null)
  const tags = new Set(
    await Promise.all(['br', 'gzip', ''].map(async (one) => (await ask(one)).response.headers.get('ETag'))),
  )
  assert.equal(tags.size, 3)
})

test('[R15] no path leads out of the folder, to a link, or to what the build did not make', async () => {
  await using house = await openBuiltDoor()
  for (const path of [
    '/../secret.js',
    '/%2e%2e/secret.js',
    '/..%2fsecret.js',
    '/assets/..%2f..%2fsecret.js',
    '/assets/%2e%2e/%2e%2e/secret.js',
    '/..%5csecret.js',
    '/%252e%252e/secret.js',
    '/link.js',
    '/.env',
    '/notes.md',
    '/assets/index-B1a2C3d4.js.br',
    '/theme.js%00.html',
    '/%E0%A4%A',
    '//secret.js',
    '/C:/secret.js',
    '/index.html/../../secret.js',
  ]) {
    const response = await house.fetch(path)
    const text = await response.text()
    assert.doesNotMatch(text, /outside|SECRET|not for the web/, path)
    assert.ok(response.status === 404 || text === page, `${path} ${response.status}`)
  }
})

test('[API9] HEAD works for files too', async () => {
  await using house = await openBuiltDoor()
  const head = await house.fetch('/theme.js', { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(await head.text(), '')
})
