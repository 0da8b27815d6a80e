// The files of sessions, as delivery reads them when it sends them elsewhere.

import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { Refusal } from '@heddle/contract'
import type { FileSource } from './delivery/deliver-deps.ts'
import type { Actor } from './people/people.ts'
import type { Sessions } from './sessions/sessions.ts'

/** Who may read them was asked when they were attached. */
const reader: Actor = { kind: 'operator', name: 'delivery' }

/** `linkBase`: under which people reach Heddle. */
export function createOutboundFiles(
  sessions: Pick<Sessions, 'findFile' | 'openFile'>,
  linkBase: () => string,
): FileSource {
  return {
    async find(r, fileId, { sessionId, eventId }) {
      try {
        const file = await sessions.findFile(r, reader, fileId)
        const { name, mediaType, bytes } = file
        return {
          fileId,
          name,
          mediaType,
          bytes,
          // The page, and not the file itself: who comes from elsewhere is signed in there first.
          ...(sessionId !== null && { link: `${linkBase()}${pageOf(sessionId, eventId)}` }),
          read: async () => buffer(Readable.from(await sessions.openFile(file))),
        }
      } catch (error) {
        if (error instanceof Refusal) return undefined
        throw error
      }
    },
  }
}

function pageOf(sessionId: string, eventId: string | null): string {
  return `/sessions/${sessionId}${eventId === null ? '' : `?at=${eventId}`}`
}
