// Above the field on the page of a session that has a place on another platform: what it answers is posted there, too.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { useRead } from '../../../api/use-read.ts'
import type { SessionFeed } from '../../../live/session-feed.ts'
import { talkStrings } from '../../../talk-strings.ts'
import page from '../session-page.module.css'
import child from '../subagents/child.module.css'
import { chooseOutside } from './choose-outside.ts'

const words = talkStrings.outside

export function OutsideNote({ sessionId, feed }: { sessionId: string; feed: SessionFeed }) {
  const queries = useQueryClient()
  const { data } = useRead('listBindings', { query: { session: sessionId } })
  useEffect(
    () =>
      feed.hearEvents(({ kind }) => {
        if (kind.startsWith('binding.')) void queries.invalidateQueries({ queryKey: ['listBindings'] })
      }),
    [feed, queries],
  )
  const place = chooseOutside(data?.items ?? [])
  if (place === undefined) return null
  return (
    <p className={`${page.bar} ${child.note}`}>
      <span dir="auto">{words.told(place)}</span>{' '}
      <Link href={`/bindings?session=${sessionId}`}>{words.all}</Link>
    </p>
  )
}
