// What anyone may know of this place: its name, whether it waits for its owner, and how its API is spoken.

import type { CollaborationFlags } from '@heddle/contract'
import type { People } from '../../../people/people.ts'
import { answer, type Register } from '../api/call.ts'
import { describeApi } from '../api/describe-api.ts'
import type { DoorSettings } from './settings-routes.ts'

export interface AboutRoutesDeps {
  people: Pick<People, 'needsOwner'>
  settings: Pick<DoorSettings, 'value'>
  flags(): CollaborationFlags
  version: string
}

export function registerAboutRoutes(register: Register, deps: AboutRoutesDeps): void {
  let description: Record<string, unknown> | undefined

  register('about', async ({ read }) => {
    const needsOwner = await read((r) => deps.people.needsOwner(r))
    const { threads, mentions, notifications } = deps.flags()
    return answer({
      name: deps.settings.value('team.name'),
      version: deps.version,
      needsOwner,
      // What is not built is not there, whatever the file says.
      collaboration: { threads, mentions, notifications, summary: false, contents: false },
    })
  })

  register('openapi', async () => {
    description ??= describeApi(deps.version)
    return answer(description)
  })
}
