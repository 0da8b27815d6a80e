// A house on the emulated platform whose agent has a folder with files in it, and a model that is told what to call.

import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { AttachmentJson, SessionId } from '@heddle/contract'
import { createFileTools } from '../src/agents/tools/files/create-file-tools.ts'
import type { Actor } from '../src/people/people.ts'
import type { LogEvent } from '../src/sessions/sessions.ts'
import { type HearingHouse, openHearingHouse } from './hearing-house.ts'
import { createMemoryBlobs } from './memory-blobs.ts'
import { createDirectSearch, createMemoryFolders, type MemoryFolders } from './memory-folders.ts'
import type { LoopbackHouseOptions } from './open-loopback-house.ts'
import { type ScriptedPart, toolCall } from './scripted-model.ts'

export interface AttachingHouse extends HearingHouse {
  folders: MemoryFolders
  /** What the model says next, answer by answer, or what happens before it does; then it only says "Yes?". */
  plan(...answers: Answer[]): void
  /** Until the model was asked so often; it may be answering. */
  untilAsked(times: number): Promise<void>
  write(path: string, content: string | Uint8Array): void
  forget(path: string): void
  /** The outputs of tools in a session, oldest first. */
  outputs(sessionId: SessionId): Promise<string[]>
  /** As that person, or whoever, would have it from its address. */
  download(actor: Actor, fileId: string): Promise<string>
  /** What can be seen in a place, as `text [name:content, …]`. */
  seen(conversationId: string): string[]
}

export type Answer = ScriptedPart[] | (() => ScriptedPart[])

export const workspace = '/folders/main'

export const attach = (...attachments: string[]) => toolCall('attach', { attachments })

export const message = (args: Record<string, unknown>) => toolCall('message', { action: 'send', ...args })

export async function openAttachingHouse(options: LoopbackHouseOptions = {}): Promise<AttachingHouse> {
  const folders = createMemoryFolders({ [workspace]: { 'report.txt': 'warp and weft' } })
  const blobs = createMemoryBlobs()
  const house = await openHearingHouse({
    agents: { agents: { list: [{ id: 'main', workspace }] } },
    folders,
    toolOrigins: [createFileTools({ folders, search: createDirectSearch(folders) })],
    ...options,
    // In memory: time stands still in these tests, and a disk takes its time.
    breakBlobs: () => options.breakBlobs?.(blobs) ?? blobs,
  })
  const answers: Answer[] = []
  house.model.respond(() => {
    const next = answers.shift() ?? ['Yes?']
    return typeof next === 'function' ? next() : next
  })
  const files = () => folders.kept.get(workspace) ?? assert.fail('there is no folder')
  let versions = 0
  return Object.assign(house, {
    folders,
    plan: (...next: Answer[]) => void answers.push(...next),
    async untilAsked(times: number) {
      for (let i = 0; house.model.requests.length < times; i++) {
        assert.ok(i < 1_000, `it was asked ${house.model.requests.length} times`)
        await house.breathe()
      }
    },
    write: (path: string, content: string | Uint8Array) =>
      void files().set(path, { bytes: Buffer.from(content), version: `w${++versions}` }),
    forget: (path: string) => void files().delete(path),
    outputs: async (sessionId: SessionId) =>
      (await house.timeline(sessionId))
        .filter(({ kind }) => kind === 'tool.result')
        .map(({ payload }) => String(payload['output'])),
    download: (actor: Actor, fileId: string) => download(house, actor, fileId),
    seen: (conversationId: string) =>
      house.platform.read(conversationId).map((one) => {
        const names = one.attachments.map(({ id, name }) => `${name}:${contentOf(house, id)}`)
        return names.length === 0 ? one.text : `${one.text} [${names.join(', ')}]`.trimStart()
      }),
  })
}

function contentOf({ platform }: HearingHouse, fileId: string): string {
  return Buffer.from(platform.state.files.get(fileId)?.content ?? []).toString()
}

export async function download(
  { store, sessions }: Pick<HearingHouse, 'store' | 'sessions'>,
  actor: Actor,
  fileId: string,
): Promise<string> {
  const file = await store.read((r) => sessions.findFile(r, actor, fileId))
  return text(Readable.from(await sessions.openFile(file)))
}

export function filesIn(event: LogEvent | undefined): AttachmentJson[] {
  // The edge: this is how the room writes them.
  return (event?.payload['attachments'] ?? []) as AttachmentJson[]
}

export function lastOf(events: readonly LogEvent[], kind: LogEvent['kind']): LogEvent {
  return events.findLast((event) => event.kind === kind) ?? assert.fail(`there is no ${kind}`)
}
