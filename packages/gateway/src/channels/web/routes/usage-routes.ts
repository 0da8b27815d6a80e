// What was used, by day, agent, model and member.

import type { People } from '../../../people/people.ts'
import type { Sessions } from '../../../sessions/sessions.ts'
import { answer, type Register } from '../api/call.ts'
import { iso } from '../to-json.ts'

export interface UsageRoutesDeps {
  sessions: Pick<Sessions, 'readUsage'>
  people: Pick<People, 'demand' | 'readMe'>
}

/** Of whoever has not said where they live. */
const timeZoneWhenUnknown = 'UTC'

export function registerUsageRoutes(register: Register, { sessions, people }: UsageRoutesDeps): void {
  register('readUsage', async ({ actor, query, read, now }) => {
    people.demand(actor, 'usage.read', { kind: 'place' })
    const report = await read(async (r) => {
      const { timeZone } = await people.readMe(r, actor)
      return sessions.readUsage(r, actor, { ...query, timeZone: timeZone ?? timeZoneWhenUnknown })
    })
    return answer({ ...report, countedAt: iso(now) })
  })
}
