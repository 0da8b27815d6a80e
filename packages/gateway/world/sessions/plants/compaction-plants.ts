// Mistakes about the past in fewer words.

import { alterStatements } from './alter-statements.ts'
import type { SessionsPlant } from './sessions-plant.ts'

/** What is left of a summary that was redacted with what it may quote. */
const left = '"throughSeq"'

export const compactionPlants: readonly SessionsPlant[] = [
  {
    name: 'summaries-outlive-redaction',
    mistake: 'a summary goes on quoting what was redacted',
    foundWithinSeeds: 60,
    focus: { faults: [], thinkMs: 40, windowTokens: 350 },
    store: (store) =>
      alterStatements(store, () => ({
        run(text, query) {
          if (!text.includes('"redacted_at" = ')) return undefined
          const isSummary = query.compile().parameters.some((value) => String(value).includes(left))
          return isSummary ? Promise.resolve(0) : undefined
        },
      })),
  },
]
