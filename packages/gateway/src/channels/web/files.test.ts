import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { apiPrefix, limits } from '@heddle/contract'
import { makeTestFolder } from '../../../test-support/create-test-world.ts'
import { openTestDoor, type TestDoor } from '../../../test-support/open-test-door.ts'
import { onePixelPng } from '../../../test-support/test-images.ts'
import { openRealBlobs } from '../../foundation/files/real-blobs.ts'

const megabyte = 1_048_576

async function openHouse(t: TestContext) {
  const house = await openTestDoor()
  t.after(() => house.close())
  const ann = await house.signedIn('ann', 'member')
  const headers = { Cookie: `heddle_sign_in=${ann.secret}`, 'X-Heddle-Request': '1' }
  return { house, ann: ann.actor, headers }
}

async function send(
  house: TestDoor,
  headers: Record<string, string>,
  body: RequestInit['body'] | null,
  query = '',
) {
  // Written out first: a form that is still being written when it is refused fails in the writer, which is the test's.
  const form = body instanceof FormData ? new Response(body) : undefined
  const init: RequestInit = {
    method: 'POST',
    headers: { ...headers, ...(form && { 'Content-Type': form.headers.get('Content-Type') ?? '' }) },
    body: form === undefined ? (body ?? null) : await form.arrayBuffer(),
    duplex: 'half',
  }
  const response = await house.fetch(`${apiPrefix}/files${query}`, init)
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}

function formOf(
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
  type = 'text/plain',
  part = 'file',
): FormData {
  const form = new FormData()
  form.append(part, new Blob([content], { type }), name)
  return form
}

const get = (house: TestDoor, id: string, headers: Record<string, string>, method = 'GET') =>
  house.fetch(`${apiPrefix}/files/${id}`, { method, headers })

test('[FIL5] a form with one file is kept and comes back byte for byte', async (t) => {
  const { house, headers } = await openHouse(t)
  const content = new Uint8Array(onePixelPng)
  const kept = await send(house, headers, formOf(content, 'pixel.png', 'image/png'))
  assert.equal(kept.status, 201)
  const { id, createdAt, ...rest } = kept.body
  assert.deepEqual(rest, {
    name: 'pixel.png',
    mediaType: 'image/png',
    bytes: content.length,
    width: 1,
    height: 1,
  })
  assert.match(id, /^fil_/)
  assert.ok(Date.parse(createdAt) > 0)
  const answer = await get(house, id, headers)
  assert.equal(answer.status, 200)
  assert.deepEqual(new Uint8Array(await answer.arrayBuffer()), content)
  assert.equal(answer.headers.get('Content-Length'), String(content.length))
  assert.equal(answer.headers.get('Content-Type'), 'image/png')
  assert.match(answer.headers.get('Content-Disposition') ?? '', /^inline; filename="pixel\.png"/)
  assert.deepEqual(house.logged, [])
})

test('[FIL5] a body that is the file itself takes its name from the query and its type from the header', async (t) => {
  const { house, headers } = await openHouse(t)
  const kept = await send(
    house,
    { ...headers, 'Content-Type': 'text/csv; charset=utf-8' },
    'a,b',
    '?name=..%2Ft%C3%A4ble.csv',
  )
  assert.deepEqual(
    [kept.status, kept.body.name, kept.body.mediaType, kept.body.bytes],
    [201, 'täble.csv', 'text/csv', 3],
  )
  const bare = await send(house, headers, new Uint8Array([1, 2, 3]))
  assert.deepEqual([bare.body.name, bare.body.mediaType], ['file', 'application/octet-stream'])
})

test('[FIL4] HTML, SVG and everything else that could act comes as a download, in a sandbox without rights', async (t) => {
  const { house, headers } = await openHouse(t)
  const pages: [name: string, type: string][] = [
    ['page.html', 'text/html'],
    ['drawing.svg', 'image/svg+xml'],
    ['fake.png', 'image/png'],
    ['paper.pdf', 'application/pdf'],
    ['“quote”\\ 日本.js', 'text/javascript'],
  ]
  for (const [name, type] of pages) {
    const { body } = await send(house, headers, formOf('<script>alert(1)</script>', name, type))
    const answer = await get(house, body.id, headers)
    const header = (of: string) => answer.headers.get(of)
    assert.match(
      header('Content-Disposition') ?? '',
      /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''\S+$/,
      name,
    )
    assert.equal(header('Content-Security-Policy'), "sandbox; default-src 'none'")
    assert.equal(header('X-Content-Type-Options'), 'nosniff')
    assert.equal(header('Cross-Origin-Resource-Policy'), 'same-origin')
    assert.equal(header('Cache-Control'), 'private, no-cache')
    await answer.arrayBuffer()
  }
})

test('[FIL4] what the client has already is not sent again, and a part can be asked for', async (t) => {
  const { house, headers } = await openHouse(t)
  const { body } = await send(house, headers, formOf('0123456789', 'ten.txt'))
  const etag = `"${createHash('sha256').update('0123456789').digest('hex')}"`
  const again = await get(house, body.id, { ...headers, 'If-None-Match': `"other", ${etag}` })
  assert.deepEqual([again.status, again.headers.get('ETag'), await again.text()], [304, etag, ''])
  const ranges: [range: string, status: number, text: string, said: string | null][] = [
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=8-', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 200, '0123456789', null],
    ['bytes=4-2', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ]
  for (const [range, status, text, said] of ranges) {
    const part = await get(house, body.id, { ...headers, Range: range })
    assert.deepEqual(
      [part.status, await part.text(), part.headers.get('Content-Range')],
      [status, text, said],
      range,
    )
    assert.equal(part.headers.get('Content-Length'), String(text.length))
  }
  const stale = await get(house, body.id, { ...headers, Range: 'bytes=0-1', 'If-Range': '"other"' })
  assert.equal(await stale.text(), '0123456789')
  const head = await get(house, body.id, headers, 'HEAD')
  assert.deepEqual([head.status, head.headers.get('Content-Length'), await head.text()], [200, '10', ''])
})

test('[FIL1] 25 MB are kept, one byte more is refused in words', async (t) => {
  const { house, headers } = await openHouse(t)
  const exact = await send(house, headers, formOf(new Uint8Array(limits.fileBytesMax), 'big.bin'))
  assert.deepEqual([exact.status, exact.body.bytes], [201, limits.fileBytesMax])
  const raw = await send(house, headers, new Uint8Array(limits.fileBytesMax + 1))
  assert.deepEqual(
    [raw.status, raw.body.error.code, raw.body.error.message],
    [413, 'too_large', 'A file may have at most 25 MB.'],
  )
  const form = await send(house, headers, formOf(new Uint8Array(limits.fileBytesMax + 1), 'big.bin'))
  assert.equal(form.body.error.code, 'too_large')
})

test('[FIL9] on a disk that is nearly full a file is refused in words, before it is read, and messages go on', async (t) => {
  const wholeBytes = 1_000_000 * megabyte
  const folder = makeTestFolder(t)
  const house = await openTestDoor({
    breakBlobs: () =>
      openRealBlobs(folder, {
        space: async () => ({ freeBytes: limits.filesDiskReserveBytesMax - 1, wholeBytes }),
        syncFolderNow: () => undefined,
      }),
  })
  t.after(() => house.close())
  const ann = await house.signedIn('ann', 'member')
  const headers = { Cookie: `heddle_sign_in=${ann.secret}`, 'X-Heddle-Request': '1' }
  for (const body of [formOf('x', 'a.txt'), 'x']) {
    const { status, body: answer } = await send(house, headers, body)
    assert.deepEqual([status, answer.error.code], [507, 'disk_full'])
    assert.match(answer.error.message, /nearly full/)
  }
  const sessionId = await house.chat(ann.actor)
  const said = await house.ask('POST', `/sessions/${sessionId}/messages`, {
    headers,
    body: { body: 'still here', clientMessageId: 'c1', mode: 'note' },
  })
  assert.equal(said.status, 201)
})

test('[FIL9] whoever keeps too much is told what to do', async (t) => {
  const { house, ann, headers } = await openHouse(t)
  const { body: one } = await send(house, headers, formOf('x', 'a.txt'))
  const file = await house.store.read((r) => house.sessions.findFile(r, ann, one.id))
  const bytes = limits.filesKeptBytesPerPersonMax - 1
  const staged = { ...file, bytes, place: async () => undefined, discard: async () => undefined }
  await house.store.tx((tx) => house.sessions.keepFile(tx, ann, staged))
  const { status, body } = await send(house, headers, formOf('y', 'b.txt'))
  assert.deepEqual([status, body.error.code], [409, 'limit_reached'])
  assert.match(body.error.message, /2 GB.*Redact/)
})

test('[FIL5] 30 MB are refused early: announced without a look at them, and otherwise after 25', async (t) => {
  const { house, headers } = await openHouse(t)
  let pulled = 0
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++
        controller.enqueue(new Uint8Array(megabyte))
        if (pulled === 30) controller.close()
      },
    })
  const announced = await send(house, { ...headers, 'Content-Length': String(30 * megabyte) }, endless())
  assert.equal(announced.body.error.code, 'too_large')
  assert.ok(pulled <= 1, `${pulled} MB were read`)
  pulled = 0
  const silent = await send(house, headers, endless())
  assert.equal(silent.body.error.code, 'too_large')
  assert.ok(pulled <= 28, `${pulled} MB were read`)
})

test('[FIL5] a form that is not one file is refused, and says what is wrong', async (t) => {
  const { house, headers } = await openHouse(t)
  const two = formOf('a', 'a.txt')
  two.append('file', new Blob(['b']), 'b.txt')
  const withField = formOf('a', 'a.txt')
  withField.append('title', 'x')
  const text = new FormData()
  text.append('file', 'no file')
  const cases: [form: FormData, field: string, message: RegExp][] = [
    [two, 'file', /one file with each request/],
    [withField, 'title', /not known/],
    [text, 'file', /must be a file/],
    [formOf('a', 'a.txt', 'text/plain', 'files'), 'files', /not known/],
    [new FormData(), 'file', /is missing/],
    [formOf('', 'empty.txt'), 'file', /is empty/],
  ]
  for (const [form, field, message] of cases) {
    const { status, body } = await send(house, headers, form)
    assert.equal(status, 400)
    assert.equal(body.error.code, 'bad_input')
    assert.equal(body.error.issues[0].field, field)
    assert.match(body.error.issues[0].message, message)
  }
  const nearest = await send(house, headers, formOf('a', 'a.txt', 'text/plain', 'files'))
  assert.equal(nearest.body.error.issues[0].nearest, 'file')
  const many = new FormData()
  for (let i = 0; i < 50; i++) many.append(`f${i}`, 'x')
  assert.equal((await send(house, headers, many)).body.error.code, 'bad_input')
  assert.deepEqual(await house.blobs.list(10), [])
  assert.deepEqual(house.logged, [])
})

test('[FIL5] bodies that are no whole form, empty, or packed are refused', async (t) => {
  const { house, headers } = await openHouse(t)
  const form = (boundary: string) => ({ ...headers, 'Content-Type': `multipart/form-data${boundary}` })
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
  for (const [boundary, body] of [
    ['', 'x'],
    ['; boundary=b', ''],
    ['; boundary=b', 'no form at all'],
    ['; boundary=b', `${head}half of it`],
  ] as const) {
    const { status, body: answer } = await send(house, form(boundary), body)
    assert.deepEqual([status, answer.error?.code], [400, 'bad_input'], JSON.stringify(body))
  }
  const empty = await send(house, { ...headers, 'Content-Type': 'text/plain' }, '')
  assert.equal(empty.body.error.issues[0].message, 'is empty')
  const packed = await send(house, { ...headers, 'Content-Encoding': 'gzip' }, 'x')
  assert.equal(packed.body.error.code, 'unsupported_media_type')
  const named = await send(house, headers, formOf('a', 'a.txt'), '?name=b')
  assert.equal(named.body.error.issues[0].field, 'name')
  assert.deepEqual(await house.blobs.list(10), [])
})

test('[FIL5] an upload that the client gives up leaves nothing behind', async (t) => {
  const { house, headers } = await openHouse(t)
  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(
        Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf'),
      )
    },
    pull(controller) {
      controller.error(new Error('gone'))
    },
  })
  const { status, body } = await send(
    house,
    { ...headers, 'Content-Type': 'multipart/form-data; boundary=b' },
    broken,
  )
  assert.deepEqual([status, body.error.message], [400, 'The request ended before its body did.'])
  assert.deepEqual(await house.sessions.checkContents(), {
    looked: 0,
    missing: 0,
    orphaned: 0,
    isPartial: false,
  })
})

test('[API2][FIL5] the same upload again under its key is the same file; other content is a conflict', async (t) => {
  const { house, headers } = await openHouse(t)
  const keyed = { ...headers, 'Idempotency-Key': 'k1' }
  const first = await send(house, keyed, formOf('x', 'a.txt'))
  const again = await send(house, keyed, formOf('x', 'a.txt'))
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('Idempotent-Replayed'), 'true')
  const raw = await send(house, { ...keyed, 'Content-Type': 'text/plain' }, 'x', '?name=a.txt')
  assert.equal(raw.body.id, first.body.id, 'however it was wrapped')
  const other = await send(house, keyed, formOf('y', 'a.txt'))
  assert.equal(other.body.error.code, 'idempotency_conflict')
})

test('[FIL5] someone sends only so many files at the same moment', async (t) => {
  const { house, headers } = await openHouse(t)
  const ends: ReadableStreamDefaultController<Uint8Array>[] = []
  const waiting = Array.from({ length: limits.uploadsAtOncePerPersonMax }, () =>
    send(
      house,
      headers,
      new ReadableStream<Uint8Array>({ start: (controller) => void ends.push(controller) }),
    ),
  )
  for (let i = 0; i < 20; i++) await house.breathe()
  const refused = await send(house, headers, formOf('x', 'a.txt'))
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'too_many_requests'])
  for (const end of ends) {
    end.enqueue(Buffer.from('x'))
    end.close()
  }
  for (const { status } of await Promise.all(waiting)) assert.equal(status, 201)
  assert.equal((await send(house, headers, formOf('x', 'a.txt'))).status, 201)
})

test('[R1][FIL5] a cookie without its header, a viewer and a stranger keep nothing', async (t) => {
  const { house, headers } = await openHouse(t)
  const { 'X-Heddle-Request': _, ...bare } = headers
  assert.equal((await send(house, bare, formOf('x', 'a'))).body.error.code, 'missing_request_header')
  assert.equal((await send(house, {}, formOf('x', 'a'))).body.error.code, 'not_signed_in')
  assert.equal(
    (await send(house, await house.cookieOf('viewer'), formOf('x', 'a'))).body.error.code,
    'not_allowed',
  )
  assert.deepEqual(await house.blobs.list(10), [])
})

test('[FIL3][SES7] a private session’s file is not there for anyone else, and a redacted one for nobody', async (t) => {
  const { house, ann, headers } = await openHouse(t)
  const { body: file } = await send(house, headers, formOf('private', 'p.txt'))
  const sessionId = await house.chat(ann)
  const said = await house.ask('POST', `/sessions/${sessionId}/messages`, {
    headers,
    body: { body: '', clientMessageId: 'c1', mode: 'note', attachments: [file.id] },
  })
  assert.equal(said.status, 201)
  for (const role of ['viewer', 'member', 'admin', 'owner'] as const) {
    const response = await get(house, file.id, await house.cookieOf(role))
    assert.equal(response.status, 404, role)
    const other = await house.ask('POST', `/sessions/${sessionId}/messages`, {
      headers: await house.cookieOf(role),
      body: { body: 'x', clientMessageId: 'c2', attachments: [file.id] },
    })
    assert.ok(['not_found', 'not_allowed'].includes(other.body.error.code))
  }
  assert.equal((await get(house, file.id, headers)).status, 200)
  const redacted = await house.ask('DELETE', `/sessions/${sessionId}/events/${said.body.eventId}`, {
    headers,
  })
  assert.equal(redacted.status, 204, JSON.stringify(redacted.body))
  assert.equal((await get(house, file.id, headers)).status, 404)
  await house.work()
  assert.deepEqual(await house.blobs.list(10), [])
})

test('[ATT1] a message with files needs no text; one without either does, and unknown files are named', async (t) => {
  const { house, ann, headers } = await openHouse(t)
  const sessionId = await house.chat(ann)
  const say = (body: object) => house.ask('POST', `/sessions/${sessionId}/messages`, { headers, body })
  const empty = await say({ body: '', clientMessageId: 'c1', attachments: [] })
  assert.deepEqual([empty.status, empty.body.error.issues[0].field], [400, 'body'])
  const unknown = await say({ body: 'x', clientMessageId: 'c2', attachments: ['fil_none'] })
  assert.deepEqual(
    [unknown.status, unknown.body.error.code, unknown.body.error.issues[0].field],
    [404, 'unknown_file', 'attachments[0]'],
  )
  const many = await say({
    body: 'x',
    clientMessageId: 'c3',
    attachments: Array.from({ length: 11 }, (_, i) => `f${i}`),
  })
  assert.equal(many.body.error.code, 'bad_input')
})
