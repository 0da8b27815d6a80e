// What happens to a thread itself: it is archived, opened again, locked, renamed. How one begins is in `open-thread.ts`.

import { describeThread } from './describe-channel.ts'
import type { DiscordWorld } from './discord-state.ts'
import type { ThreadChannel } from './discord-words.ts'
import { tellOfChannel } from './tell-event.ts'

export type ThreadChange = Partial<
  Pick<ThreadChannel, 'name' | 'isArchived' | 'isLocked' | 'autoArchiveMinutes'>
>

/** Nothing is told when nothing changes. */
export function changeThread(world: DiscordWorld, thread: ThreadChannel, change: ThreadChange): void {
  const before = { ...thread }
  Object.assign(thread, change)
  if (before.isArchived !== thread.isArchived) thread.archiveChangedAt = world.now()
  const isSame =
    before.name === thread.name &&
    before.isArchived === thread.isArchived &&
    before.isLocked === thread.isLocked &&
    before.autoArchiveMinutes === thread.autoArchiveMinutes
  if (!isSame) tellOfChannel(world, thread, 'THREAD_UPDATE', describeThread(world.state, thread))
}

export function unarchiveThread(world: DiscordWorld, thread: ThreadChannel): void {
  changeThread(world, thread, { isArchived: false })
}
