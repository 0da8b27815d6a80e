// Reads the files that a model is shown, when it is asked and not before. What cannot be read costs the file, not the
// turn: the model is told that it was there.

import type { AttachmentJson, FileId } from '@heddle/contract'
import type { ModelAttachment, ModelMessage } from '../../agents/agents.ts'
import { selectFile } from '../files/file-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { ContextMessage } from './tell-context.ts'
import { describeFile, type ShownFile } from './choose-shown-files.ts'

export async function showFiles(
  deps: Pick<RoomDeps, 'store' | 'blobs' | 'log'>,
  messages: readonly ContextMessage[],
): Promise<ModelMessage[]> {
  const shown: ModelMessage[] = []
  for (const told of messages) {
    if (told.role !== 'user' || told.files === undefined) {
      shown.push(told)
      continue
    }
    const { files, ...message } = told
    const attachments: ModelAttachment[] = []
    for (const file of files) attachments.push(await showFile(deps, file))
    shown.push({ ...message, attachments })
  }
  return shown
}

async function showFile(
  deps: Pick<RoomDeps, 'store' | 'blobs' | 'log'>,
  { file, showing }: ShownFile,
): Promise<ModelAttachment> {
  const { name, mediaType } = file
  const note = (why: string): ModelAttachment => ({
    kind: 'note',
    name,
    mediaType,
    note: describeFile(file, why),
  })
  if (showing.kind === 'note') return note(showing.why)
  const bytes = await readBytes(deps, file)
  if (bytes === undefined) return note('its content cannot be read')
  if (showing.kind === 'image') return { kind: 'image', name, mediaType, bytes }
  const text = decode(bytes)
  return text === undefined ? note('its content is not text') : { kind: 'text', name, mediaType, text }
}

async function readBytes(
  { store, blobs, log }: Pick<RoomDeps, 'store' | 'blobs' | 'log'>,
  file: AttachmentJson,
): Promise<Uint8Array | undefined> {
  // The edge: this room wrote the ids of its own files into the message.
  const row = await store.read((r) => selectFile(r, file.id as FileId))
  // Redacted since the log was read.
  if (row === undefined) return undefined
  try {
    const content = await blobs.open(row.hash, row.bytes)
    if (content === undefined) throw new Error('the bytes are not there')
    const chunks: Uint8Array[] = []
    for await (const chunk of content) chunks.push(chunk)
    return Buffer.concat(chunks)
  } catch (error) {
    log.error('a file cannot be read', { fileId: row.id, error })
    return undefined
  }
}

/** No text that people write has as many in a row, and the fence around it has to be longer. */
const backticksMax = 100
const tooManyBackticks = '`'.repeat(backticksMax + 1)

/** Undefined for what is no text, whatever it is called. */
function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes(tooManyBackticks) ? undefined : text
  } catch {
    return undefined
  }
}
