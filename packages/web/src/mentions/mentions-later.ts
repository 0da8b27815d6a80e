// What helps to mention somebody: fetched when the page rests.

import { loadLater } from '../components/load-later.tsx'

export const mentionHelp = loadLater(async () => (await import('./mention-help.tsx')).MentionHelp)
export const findNamed = loadLater(async () => (await import('./find-named.tsx')).FindNamed)
export const rejectedMentions = loadLater(
  async () => (await import('./rejected-mentions.tsx')).RejectedMentions,
)
