// Whether a session holds news for someone: an agent or somebody else said something, or a turn ended, since they read it.
// What one writes oneself is no news to oneself.

import type { PersonId } from '@heddle/contract'
import type { SessionRow } from './sessions-tables.ts'

export type News = Pick<SessionRow, 'news_seq' | 'said_seq' | 'said_by' | 'said_before_seq'>

export function chooseUnread(news: News, personId: PersonId, readSeq: number): boolean {
  const said = news.said_by === personId ? news.said_before_seq : news.said_seq
  return Math.max(news.news_seq, said) > readSeq
}
