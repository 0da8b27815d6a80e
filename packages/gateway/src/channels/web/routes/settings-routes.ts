// The settings that admins change in the web.

import type { SettingJson, SettingKey, SettingValues } from '@heddle/contract'
import type { Tx } from '../../../foundation/database/store.ts'
import type { Actor, People } from '../../../people/people.ts'
import { answer, type Register } from '../api/call.ts'

/** The settings in force, kept at the roof because every room asks for some. */
export interface DoorSettings {
  value<K extends SettingKey>(key: K): SettingValues[K]
  list(): SettingJson[]
  /** Checks, authorises and records; throws a Refusal that names the field. `list` shows it after the commit. */
  writeSettings(t: Tx, actor: Actor, changes: Readonly<Record<string, unknown>>): Promise<void>
}

export function registerSettingsRoutes(
  register: Register,
  deps: { settings: DoorSettings; people: Pick<People, 'demand'> },
): void {
  const { settings, people } = deps
  const page = () => ({
    items: settings.list().map(({ key, value, source, description, warning }) => ({
      key,
      value,
      source,
      description,
      ...(warning !== undefined && { warning }),
    })),
  })

  register('readSettings', async ({ actor }) => {
    people.demand(actor, 'settings.read', { kind: 'place' })
    return answer(page())
  })

  register('writeSettings', async ({ actor, body, commit }) => {
    await commit((t) => settings.writeSettings(t, actor, body))
    return answer(page())
  })
}
