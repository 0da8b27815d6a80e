// The timeline: a feed of articles that scrolls inside itself, with earlier ones on demand and a way back to the newest.

import { atLeast, type EventJson } from '@heddle/contract'
import { ArrowDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { chooseThread } from '../../components/choose-thread.ts'
import { useRowDialog } from '../../components/row-dialog.ts'
import type { SessionFeed, SessionState } from '../../live/session-feed.ts'
import { useReadMarks } from '../../live/use-read-marks.ts'
import { useMe } from '../../me/me-context.tsx'
import { strings } from '../../strings.ts'
import { ArticleCard } from './article-card.tsx'
import { type Article, chooseArticles } from './choose-articles.ts'
import { chooseFocus } from './choose-focus.ts'
import { RedactDialog } from './redact-dialog.tsx'
import styles from './timeline.module.css'
import { useReadingPosition } from './use-reading-position.ts'

interface TimelineProps {
  state: SessionState
  feed: SessionFeed
  agentName: string
  /** How many messages of one's own are on their way. */
  onTheWay: number
  /** What is on its way stands at the end. */
  children?: ReactNode
  onLeave(to: 'before' | 'after'): void
}

export function Timeline({ state, feed, agentName, onTheWay, children, onLeave }: TimelineProps) {
  const { view, isLoadingOlder } = state
  const articles = useMemo(() => chooseArticles(view), [view])
  const loadOlder = useCallback(() => void feed.loadOlder(), [feed])
  const { scroller, content, isAtEnd, toEnd } = useReadingPosition(loadOlder)
  const me = useMe()
  useReadMarks(me.id, view.session?.id ?? '', isAtEnd ? (view.seq ?? undefined) : undefined)
  const before = useRef(onTheWay)
  useEffect(() => {
    // Who says something wants to see what comes of it.
    if (onTheWay > before.current) toEnd()
    before.current = onTheWay
  }, [onTheWay, toEnd])
  const dialog = useRowDialog<EventJson>((event) => event.eventId)
  const words = strings.session.timeline
  return (
    <div className={styles.frame} ref={dialog.list} tabIndex={-1}>
      <div className={styles.scroller} ref={scroller}>
        <div className={styles.column} ref={content}>
          {view.older === undefined ? null : (
            <div className={styles.earlier}>
              <Button look="quiet" isPending={isLoadingOlder} onPress={loadOlder}>
                {isLoadingOlder ? words.loadingEarlier : words.earlier}
              </Button>
            </div>
          )}
          {articles.length === 0 ? (
            <p className={styles.empty}>
              {words.empty} {words.emptyHint}
            </p>
          ) : (
            <Feed
              articles={articles}
              agentId={view.session?.agentId ?? ''}
              agentName={agentName}
              isBusy={isLoadingOlder}
              onRedact={dialog.ask}
              onWhole={(id) => void feed.readWhole(id)}
              onLeave={onLeave}
            />
          )}
          {children}
        </div>
      </div>
      {isAtEnd ? null : (
        <div className={styles.newest}>
          <Button onPress={toEnd}>
            <ArrowDown size={16} strokeWidth={1.5} aria-hidden="true" />
            {words.newest}
          </Button>
        </div>
      )}
      {dialog.asked ? (
        <RedactDialog sessionId={view.session?.id ?? ''} event={dialog.asked} onClose={dialog.close} />
      ) : null}
    </div>
  )
}

interface FeedProps {
  articles: readonly Article[]
  agentId: string
  agentName: string
  isBusy: boolean
  onRedact(event: EventJson): void
  onWhole(eventId: string): void
  onLeave(to: 'before' | 'after'): void
}

function Feed({ articles, agentId, agentName, isBusy, onRedact, onWhole, onLeave }: FeedProps) {
  const me = useMe()
  const root = useRef<HTMLElement>(null)
  const [stop, setStop] = useState<number | null>(null)
  const whole = useRef(onWhole)
  whole.current = onWhole
  const readWhole = useCallback((id: string) => whole.current(id), [])
  const redact = useRef(onRedact)
  redact.current = onRedact
  const askRedact = useCallback((event: EventJson) => redact.current(event), [])
  const isAdmin = atLeast(me.role, 'admin')
  const stopPlace = articles.some((article) => article.event.place === stop)
    ? stop
    : articles.at(-1)?.event.place

  const move = (event: KeyboardEvent) => {
    const here = (event.target as Element).closest('article')
    const all = [...(root.current?.querySelectorAll('article') ?? [])]
    const to = here ? chooseFocus(event, all.indexOf(here), all.length) : undefined
    if (!to) return
    event.preventDefault()
    if (to.to === 'article') all[to.index]?.focus()
    else onLeave(to.to)
  }

  return (
    <section
      ref={root}
      role="feed"
      aria-label={strings.session.timeline.label}
      aria-busy={isBusy}
      className={styles.feed}
      data-thread={chooseThread(agentId)}
      onKeyDown={move}
      onFocus={(event) => {
        const place = event.target.closest('article')?.getAttribute('data-place')
        if (place) setStop(Number(place))
      }}
    >
      {articles.map((article, index) => (
        <ArticleCard
          key={article.event.place}
          kind={article.kind}
          event={article.event}
          other={article.other}
          live={article.live}
          isWaiting={article.isWaiting ?? false}
          agentName={agentName}
          position={index + 1}
          isStop={article.event.place === stopPlace}
          mayRedact={mayRedact(article, me.id, isAdmin)}
          onRedact={askRedact}
          onWhole={readWhole}
        />
      ))}
    </section>
  )
}

/** Its author or an admin; and only what has a content and is no longer being written. */
function mayRedact({ kind, event, isWaiting }: Article, me: string, isAdmin: boolean): boolean {
  if (kind === 'redacted' || kind === 'turn' || kind === 'failure' || isWaiting) return false
  if (event.payload.state === 'streaming') return false
  return isAdmin || (event.actor.kind === 'person' && event.actor.id === me)
}
