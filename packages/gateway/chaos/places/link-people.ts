// People of Heddle whose accounts on the platform are theirs, in a data folder that no gateway holds.

import { loadConfig } from '../../src/config.ts'
import { openDataFolder } from '../../src/data-folder.ts'
import { openGround } from '../../src/open-ground.ts'
import { makePeople } from '../make-people.ts'

/**
 * `accounts`: by handle, the id on the platform, of those who have one; the first is the owner. Comes back with their tokens by
 * their handles.
 */
export async function makeLinkedPeople(
  folder: string,
  accounts: ReadonlyMap<string, string | undefined>,
  channel = 'loopback',
): Promise<Map<string, string>> {
  const tokens = await makePeople(folder, [...accounts.keys()])
  const config = loadConfig({ flags: {}, env: {}, dataFolder: folder, cwd: folder })
  const { people, store, close } = await openGround({ folder: openDataFolder(folder), config, env: {} })
  for (const [handle, platformId] of accounts) {
    if (platformId === undefined) continue
    const bearer = tokens.get(handle) ?? ''
    const found = await store.read((r) => people.recognise(r, { bearer }, Date.now()))
    if (!found) throw new Error(`nobody is known by the token of ${handle}`)
    await store.tx(async (t) => {
      const { code } = await people.offerLink(t, found.actor)
      const account = { channel, accountId: 'main', platformId, name: handle }
      const { id: guestId } = await people.rememberGuest(t, account)
      await people.useCode(t, { kind: 'guest', guestId, name: handle, admitted: {} }, code)
    })
  }
  await close()
  return tokens
}
