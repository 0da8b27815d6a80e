// A mistake put in on purpose, at a seam between two ports, to see that the simulated world finds it. Production code
// knows nothing of plants.

import type { Clock } from '../../src/foundation/clock.ts'
import type { Disk } from '../../src/foundation/database/disk.ts'
import type { Store } from '../../src/foundation/database/store.ts'
import type { Job } from '../../src/foundation/work/job.ts'
import type { WorkQueue } from '../../src/foundation/work/work-queue.ts'
import type { WorkStore } from '../../src/foundation/work/work-store.ts'
import type { Shape } from '../seed/shape.ts'
import type { CrashableDisk } from '../disk/crashable-disk.ts'

export interface Plant {
  name: string
  /** What somebody got wrong, as a sentence. */
  mistake: string
  /** Within how many seeds it must be found. */
  foundWithinSeeds: number
  /** A world in which it shows sooner: the code without the mistake must hold there as well. */
  focus?: Partial<Shape>
  disk?(disk: CrashableDisk, clock: Clock): Disk
  /** The store as those see it who acknowledge and who run work. */
  store?(store: Store): Store
  workStore?(workStore: WorkStore): WorkStore
  queue?(queue: WorkQueue, store: Store, clock: Clock): WorkQueue
  job?(job: Job, store: Store): Job
}
