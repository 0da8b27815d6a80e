// Where something was sent: fetched with the first row that was.

import { loadLater } from '../../../components/load-later.tsx'

export const sentLine = loadLater(async () => (await import('./sent-line.tsx')).SentLine)
