// The keys that were kept in this browser.

import { z } from 'zod'

export const keptKeys = z.object({ areOn: z.boolean(), keys: z.record(z.string(), z.string()) })
