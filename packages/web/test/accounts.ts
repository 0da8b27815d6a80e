// The people that browser tests are about.

import type { Account } from './visit.ts'

export const ann: Account = { name: 'Ann Lee', handle: 'ann', password: 'a quiet warp line' }
export const bob: Account = { name: 'Bob Okafor', handle: 'bob', password: 'another quiet line' }
export const vic: Account = { name: 'Vic Moreau', handle: 'vic', password: 'a third quiet line' }
