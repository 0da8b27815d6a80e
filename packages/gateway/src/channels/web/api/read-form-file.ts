// The one file of a form. Whatever else stands in the form is refused by name: what is ignored would be missed later.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Issue, nearest, Refusal, refused } from '@heddle/contract'
import type { Sessions, StagedFile } from '../../../sessions/sessions.ts'

const part = 'file'

export async function readFormFile(
  content: AsyncIterable<Uint8Array>,
  contentType: string,
  stage: Sessions['stageFile'],
): Promise<StagedFile> {
  const form = await openForm(contentType)
  let complaint: Refusal | undefined
  let arriving: { stream: Readable; staged: Promise<StagedFile> } | undefined
  const complain = (field: string, message: string) => {
    complaint ??= badForm([issueOf(field, message)])
    form.destroy(complaint)
  }

  form.on('file', (field, stream, name, _encoding, mediaType) => {
    // Without a listener, a stream that is given up would end the process.
    stream.on('error', () => undefined)
    if (field !== part || arriving !== undefined) {
      stream.resume()
      complain(shorten(field), field === part ? 'is given twice; send one file with each request' : strayPart)
      return
    }
    arriving = { stream, staged: stage({ content: stream, name, mediaType }) }
    // Too large, or the disk is full: nobody reads the rest of the form.
    arriving.staged.catch((error: unknown) => void form.destroy(asError(error)))
  })
  form.on('field', (field) =>
    complain(shorten(field), field === part ? 'must be a file, with a filename' : strayPart),
  )
  for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    form.on(event, () => complain('body', `must hold the part "${part}" and nothing else`))
  }

  try {
    await pipeline(Readable.from(content, { objectMode: false }), form)
  } catch (error) {
    arriving?.stream.destroy(asError(error))
    await discard(arriving?.staged)
    throw complaint ?? (error instanceof Refusal ? error : unreadable())
  }
  if (complaint !== undefined) {
    await discard(arriving?.staged)
    throw complaint
  }
  if (arriving === undefined) throw badForm([issueOf(part, 'is missing')])
  return arriving.staged
}

const strayPart = `is not known; the form has the part "${part}" alone`

async function openForm(contentType: string) {
  // Loaded when someone first sends a form.
  const { Busboy } = await import('@fastify/busboy')
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Names are cleaned by whoever keeps the file.
      preservePath: true,
      limits: {
        files: 2,
        fields: 2,
        parts: 3,
        fieldNameSize: 100,
        fieldSize: 1_024,
        headerPairs: 32,
        headerSize: 8_192,
      },
    })
  } catch {
    throw unreadable()
  }
}

async function discard(staged: Promise<StagedFile> | undefined): Promise<void> {
  try {
    await (await staged)?.discard()
  } catch {
    // It failed by itself and left nothing behind.
  }
}

function issueOf(field: string, message: string): Issue {
  const meant = field === part ? undefined : nearest(field, [part])
  return { field, message, ...(meant !== undefined && { nearest: meant }) }
}

function badForm(issues: Issue[]): Refusal {
  const [first] = issues
  return refused('bad_input', { issues, ...(first && { message: `${first.field}: ${first.message}.` }) })
}

function unreadable(): Refusal {
  return refused('bad_input', { message: 'The body is not a whole multipart/form-data form.' })
}

function shorten(field: string): string {
  return field === '' ? 'body' : field.slice(0, 64).toWellFormed()
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
