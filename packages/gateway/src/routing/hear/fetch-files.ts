// Brings the files of a message to our disk before it is heard: reading them takes a while, so it happens outside of its
// transaction, and only for whoever is heard. What cannot be had is named; the message comes in without it.

import { limits } from '@heddle/contract'
import type { Store } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import type { InboundEvent, InboundFile } from '../ports.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { type FetchedFiles, noFiles } from './arrival.ts'
import { lookAtArrival } from './look-at-arrival.ts'

export async function fetchFiles(
  deps: RoutingRoom,
  store: Pick<Store, 'read' | 'tx'>,
  event: InboundEvent,
  signal: AbortSignal,
): Promise<FetchedFiles> {
  const attached = event.attachments ?? []
  if (attached.length === 0) return noFiles
  const look = await store.read((r) => lookAtArrival(deps, r, event))
  if (look.kind !== 'heard') return noFiles
  // What a guest brings along belongs to nobody.
  const owner: Actor = look.hearing.speaker.member ?? { kind: 'system' }
  const files: string[] = []
  const leftOut: string[] = []
  for (const [i, file] of attached.entries()) {
    const problem = i < limits.attachmentsMax ? judge(file) : `more than ${limits.attachmentsMax} files`
    const kept = problem === undefined ? await fetchOne(deps, store, owner, file, signal) : { problem }
    if ('id' in kept) files.push(kept.id)
    else leftOut.push(`${file.name} (${kept.problem})`)
  }
  return { files, leftOut }
}

function judge({ sizeBytes }: InboundFile): string | undefined {
  return sizeBytes > limits.fileBytesMax ? tooLarge : undefined
}

const tooLarge = `larger than ${limits.fileBytesMax / 1_048_576} MB`

async function fetchOne(
  deps: RoutingRoom,
  store: Pick<Store, 'tx'>,
  owner: Actor,
  file: InboundFile,
  signal: AbortSignal,
): Promise<{ id: string } | { problem: string }> {
  const { sessions } = deps
  try {
    const bytes = await file.read(signal)
    if (bytes.length > limits.fileBytesMax) return { problem: tooLarge }
    const { name, mediaType } = file
    const staged = await sessions.stageFile({ content: inOnePiece(bytes), name, mediaType })
    const kept = await sessions.settleFile(staged, () => store.tx((t) => sessions.keepFile(t, owner, staged)))
    return { id: kept.id }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
