// What was said, as it is now; where mentions are turned off, it names nobody.

import type { EventId } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { Source } from './ports.ts'

export async function readSource(
  deps: Pick<RoomDeps, 'sources' | 'turnedOn'>,
  r: Reader,
  sourceEventId: EventId,
): Promise<Source | undefined> {
  const source = await deps.sources.read(r, sourceEventId)
  return source && (deps.turnedOn().mentions ? source : { ...source, mentioned: [] })
}
