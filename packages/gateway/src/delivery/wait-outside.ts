// A platform that does not answer holds up nobody but the conversation that waits for it: after a moment its lane keeps no
// slot from the others (DLV2).

import { limits } from '@heddle/contract'
import type { Job } from '../foundation/work/job.ts'
import type { DeliverDeps } from './deliver-deps.ts'

export async function waitOutside<T>(
  { clock }: Pick<DeliverDeps, 'clock'>,
  job: Job,
  ask: () => Promise<T>,
): Promise<T> {
  let comeBack = () => {}
  const cancel = clock.timer(limits.deliverySilentMs, () => {
    comeBack = job.standAside()
  })
  try {
    return await ask()
  } finally {
    cancel()
    comeBack()
  }
}
