// People with tokens in a data folder that no gateway holds.

import { loadConfig } from '../src/config.ts'
import { openDataFolder } from '../src/data-folder.ts'
import { openGround } from '../src/open-ground.ts'

/** The first of them is the owner. Their tokens by their names. */
export async function makePeople(folder: string, handles: readonly string[]): Promise<Map<string, string>> {
  const config = loadConfig({ flags: {}, env: {}, dataFolder: folder, cwd: folder })
  const { people, store, close } = await openGround({ folder: openDataFolder(folder), config, env: {} })
  const operator = { kind: 'operator', name: 'chaos' } as const
  const tokens = new Map<string, string>()
  for (const [i, handle] of handles.entries()) {
    const prepared = await people.prepareMember({ handle, role: i === 0 ? 'owner' : 'member' })
    const { secret } = await store.tx(async (t) => {
      const person = await people.createMember(t, operator, prepared)
      return people.createToken(t, operator, { personId: person.id, name: 'chaos' })
    })
    tokens.set(handle, secret)
  }
  await close()
  return tokens
}
