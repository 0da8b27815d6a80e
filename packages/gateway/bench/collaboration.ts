// People discuss while agents work, on short and on long pasts, and write whatever they like.

import type { Benchmark } from './benchmark.ts'
import { measureCrowd } from './collaboration-crowd.ts'
import { measureHostileTexts } from './collaboration-mentions.ts'
import { measurePast } from './collaboration-past.ts'

export const collaboration: Benchmark = {
  name: 'collaboration',
  about:
    'a discussion with many who look on, discussions and search on a long past, mentions in hostile texts',
  async run(progress) {
    return [
      ...measureHostileTexts(progress),
      ...(await measurePast(progress)),
      ...(await measureCrowd(progress)),
    ]
  },
}
