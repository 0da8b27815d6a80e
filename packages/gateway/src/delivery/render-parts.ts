// What is to be said, the channel's way and in parts that its platform takes.

import { scanMentions } from '@heddle/contract/mentions'
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
  deps: Pick<DeliverDeps, 'people' | 'files' | 'isAgent'>,
  r: Reader,
  renderer: MessageRenderer,
  place: ConversationRef,
  written: Written,
): Promise<readonly RenderedPart[]> {
  const mentions = await findMentioned(deps, r, place, written.text)
  const footer = written.footer === undefined ? {} : { footer: written.footer }
  const files = await describeFiles(deps, r, written)
  const render = (markdown: string) =>
    renderer.render({
      markdown,
      ...mentions,
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

type Mentioned = Pick<Parameters<MessageRenderer['render']>[0], 'isMember' | 'accountOf'>

/** Who is here, and the accounts of those whom the text mentions as it was written: a channel's own writing adds none. */
async function findMentioned(
  deps: Pick<DeliverDeps, 'people' | 'isAgent'>,
  r: Reader,
  place: ConversationRef,
  markdown: string,
): Promise<Mentioned> {
  const text = scanMentions(markdown)
  const asked = new Set(chooseCalled(text))
  if (asked.size === 0) return { isMember: () => false, accountOf: () => undefined }
  const holders = await deps.people.findByHandles(r, [...asked])
  const people = new Map([...holders].filter(([, { state }]) => state === 'active'))
  const isAgent = (handle: string) => !holders.has(handle) && deps.isAgent?.(handle) === true
  // One that was not looked up may be somebody's: in their place another would be called.
  const isMember = (handle: string) => !asked.has(handle) || people.has(handle) || isAgent(handle)
  // A handle that they had before means them as well.
  const present = text.parse(isMember).mentions.flatMap((handle) => {
    const person = people.get(handle)
    return person === undefined ? [] : [[handle, person.handle] as const]
  })
  const accounts = await deps.people.accountsOf(r, place, [...new Set(present.map(([, handle]) => handle))])
  const called = new Map(present.map(([handle, now]) => [handle, accounts.get(now)]))
  return { isMember, accountOf: (handle) => called.get(handle) }
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
