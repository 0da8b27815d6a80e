// What follows the discussions of a session, and the panel: fetched when the page rests.

import { loadLater } from '../../../components/load-later.tsx'

export const discussionDesk = loadLater(async () => (await import('./discussion-desk.tsx')).DiscussionDesk)
