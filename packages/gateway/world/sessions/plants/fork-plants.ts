// Mistakes about forks.

import { alterStatements } from './alter-statements.ts'
import type { SessionsPlant } from './sessions-plant.ts'

/** How the copy says of what it is one. */
const root = 'coalesce(e.root_id, e.id)'

export const forkPlants: readonly SessionsPlant[] = [
  {
    name: 'copies-forget-their-root',
    mistake: 'an entry in a fork does not know of what it is a copy',
    foundWithinSeeds: 60,
    focus: { faults: [], thinkMs: 40 },
    store: (store) =>
      alterStatements(store, () => ({
        run(text, query, t) {
          if (!text.includes(root)) return undefined
          const compiled = query.compile()
          return t.run({ compile: () => ({ ...compiled, sql: text.replace(root, 'null') }) })
        },
      })),
  },
]
