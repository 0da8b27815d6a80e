// What is to be said, the channel's way and in parts that its platform takes.

import { type ConversationRef, type EventId, limits, type SessionId } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import { chooseCalled } from './choose-called.ts'
import type { DeliverDeps } from './deliver-deps.ts'
import type { MessageRenderer, OutboundFile, RenderedPart } from './ports.ts'

export interface Written {
  text: string
  footer?: string | undefined
  /** Ids of files. */
  attachments?: readonly string[] | undefined
  sessionId?: SessionId | null | undefined
  eventId?: EventId | null | undefined
}

const shortened = '\n\n… (shortened)'

export async function renderParts(
  deps: Pick<DeliverDeps, 'people' | 'files'>,
  r: Reader,
  renderer: MessageRenderer,
  place: ConversationRef,
  written: Written,
): Promise<readonly RenderedPart[]> {
  const called = chooseCalled(written.text)
  const accounts = called.length === 0 ? new Map() : await deps.people.accountsOf(r, place, called)
  const footer = written.footer === undefined ? {} : { footer: written.footer }
  const files = await describeFiles(deps, r, written)
  const render = (markdown: string) =>
    renderer.render({
      markdown,
      accountOf: (handle) => accounts.get(handle),
      spareChars: limits.deliveryLabelCharsMax,
      ...footer,
      ...(files.length > 0 && { files }),
    })
  let parts = render(written.text)
  let text = written.text
  while (parts.length > limits.deliveryPartsMax) {
    text = text.slice(0, Math.floor((text.length * limits.deliveryPartsMax * 0.9) / parts.length))
    parts = render(text + shortened)
  }
  return parts
}

/** One that is gone by now is said to be when it is sent: it may be all that there is to say. */
async function describeFiles(
  deps: Pick<DeliverDeps, 'files'>,
  r: Reader,
  { attachments = [], sessionId = null, eventId = null }: Written,
): Promise<Omit<OutboundFile, 'read'>[]> {
  const files: Omit<OutboundFile, 'read'>[] = []
  for (const fileId of attachments) {
    const found = await deps.files.find(r, fileId, { sessionId, eventId })
    const { read: _, ...file } = found ?? goneFile(fileId)
    files.push(file)
  }
  return files
}

/** Redacted or lost since it was to be sent. */
export function goneFile(fileId: string): OutboundFile {
  const read = () => Promise.reject(new Error('it is not there any more'))
  return { fileId, name: 'a file', mediaType: 'application/octet-stream', bytes: 0, read }
}
