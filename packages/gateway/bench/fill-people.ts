// Ten thousand people at once, written straight into the tables: hashing a password for each would take minutes.

import type { PersonId } from '@heddle/contract'
import type { Store } from '../src/foundation/database/store.ts'
import { queries as db } from '../src/people/people-tables.ts'

const atOnce = 500

export async function fillPeople(store: Store, count: number): Promise<void> {
  for (let i = 0; i < count; i += atOnce) {
    await store.tx(async (t) => {
      for (let j = i; j < Math.min(count, i + atOnce); j++) {
        const id = `per_bench${String(j).padStart(8, '0')}` as PersonId
        const handle = `person${j}`
        await t.run(db.insertInto('handles').values({ handle, owner_kind: 'person', owner_id: id }))
        await t.run(
          db.insertInto('people').values({
            id,
            handle,
            name: `Person ${j}`,
            role: j === 0 ? 'owner' : 'member',
            state: 'active',
            password_hash: null,
            time_zone: null,
            search_text: `${handle} person ${j}`,
            preferences: '{}',
            swept_at: null,
            version: 1,
            created_at: t.now,
            updated_at: t.now,
          }),
        )
      }
    })
  }
}
