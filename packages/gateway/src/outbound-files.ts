// The files of sessions, as delivery reads them when it sends them elsewhere.

import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { Refusal } from '@heddle/contract'
import type { FileSource } from './delivery/deliver-deps.ts'
import type { Actor } from './people/people.ts'
import type { Sessions } from './sessions/sessions.ts'

/** Who may read them was asked when they were attached. */
const reader: Actor = { kind: 'operator', name: 'delivery' }

export function createOutboundFiles(sessions: Pick<Sessions, 'findFile' | 'openFile'>): FileSource {
  return {
    async find(r, fileId) {
      try {
        const file = await sessions.findFile(r, reader, fileId)
        return {
          fileId,
          name: file.name,
          mediaType: file.mediaType,
          read: async () => buffer(Readable.from(await sessions.openFile(file))),
        }
      } catch (error) {
        if (error instanceof Refusal) return undefined
        throw error
      }
    },
  }
}
