// The same small bar on every row, for whoever points at it, taps on it or has the focus in it.

import type { EventJson } from '@heddle/contract'
import {
  Copy,
  EyeOff,
  Forward,
  GitFork,
  Link2,
  type LucideIcon,
  MessagesSquare,
  PencilLine,
} from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import type { KnownThread } from '../../../discussions/choose-board.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { strings } from '../../../strings.ts'
import { useDiscussions } from '../discussion/use-discussions.ts'
import { useCopy } from '../use-copy.ts'
import type { ArticleKind } from './choose-articles.ts'
import { textIn } from './read-payload.ts'
import { useTimelineActs } from './timeline-acts.ts'
import styles from './row-bar.module.css'

interface RowBarProps {
  kind: ArticleKind | 'work'
  event: EventJson
  isWaiting: boolean
  /** What the row is called in the names of its buttons. */
  name: string
  isReachable: boolean
  /** What is said about it, if anything is. */
  thread?: KnownThread | undefined
  /** The chip of a discussion stands at its corner. */
  isDiscussed: boolean
}

const words = strings.session.timeline

export function RowBar(props: RowBarProps) {
  const { kind, event, isWaiting, name, isReachable, thread, isDiscussed } = props
  const acts = useTimelineActs()
  const copy = useCopy()
  const text = textIn(event)
  const isText = kind === 'person' || kind === 'told' || kind === 'agent' || kind === 'reasoning'
  const isStreaming = event.payload.state === 'streaming'
  const mayFork = acts.mayWrite && !isStreaming && !isWaiting
  return (
    <div
      className={`${styles.bar} ${hasOwnButtons(kind) || isDiscussed ? styles.above : ''}`}
      role="group"
      aria-label={words.acts.label}
    >
      <Discuss event={event} thread={thread} isReachable={isReachable} />
      <Act
        icon={Link2}
        title={words.acts.link}
        {...{ isReachable }}
        onPress={() => copy.link(acts.sessionId, event.eventId)}
      />
      <Hand event={event} thread={thread} isReachable={isReachable} />
      {isText && text !== '' ? (
        <Act icon={Copy} title={words.acts.text} {...{ isReachable }} onPress={() => copy.text(text)} />
      ) : null}
      {kind === 'person' && mayFork ? (
        <Act
          icon={PencilLine}
          title={words.acts.resend}
          name={words.resendNamed(text)}
          {...{ isReachable }}
          onPress={() => acts.resend(event)}
        />
      ) : null}
      {kind === 'agent' && mayFork ? (
        <Act icon={GitFork} title={words.acts.fork} {...{ isReachable }} onPress={() => acts.fork(event)} />
      ) : null}
      {kind !== 'work' && !isSubagent(kind) && !isWaiting && acts.mayRedact(event) ? (
        <Act
          icon={EyeOff}
          title={words.acts.redact}
          name={words.redactNamed(text === '' ? name : text)}
          {...{ isReachable }}
          onPress={() => acts.redact(event)}
        />
      ) : null}
    </div>
  )
}

/** Its words are redacted where it said them. */
function isSubagent(kind: RowBarProps['kind']): boolean {
  return kind === 'spawned' || kind === 'finished'
}

function hasOwnButtons(kind: RowBarProps['kind']): boolean {
  return kind === 'failure' || kind === 'approval'
}

type AboutRow = Pick<RowBarProps, 'event' | 'thread' | 'isReachable'>

function Discuss({ event, thread, isReachable }: AboutRow) {
  const discussions = useDiscussions()
  const format = useFormat()
  if (discussions === null || (thread === undefined && !discussions.mayDiscuss)) return null
  const { discussion } = words
  const count = thread?.replyCount ?? 0
  const shown = thread ? discussion.replies(count, format.count(count)) : discussion.discuss
  const isResolved = thread?.resolvedAt !== undefined
  return (
    <Button
      look="quiet"
      data-discuss=""
      excludeFromTabOrder={!isReachable}
      aria-label={thread ? discussion.chip(shown, thread.unread, isResolved, 1) : shown}
      onPress={() => discussions.open({ anchorEventId: thread?.anchorEventId ?? event.eventId })}
    >
      <MessagesSquare size={16} strokeWidth={1.5} aria-hidden="true" />
      <span className={styles.label}>{shown}</span>
    </Button>
  )
}

/** By way of its discussion, where what is handed over can be seen and a word added. */
function Hand({ event, thread, isReachable }: AboutRow) {
  const discussions = useDiscussions()
  if (!discussions?.mayHand || (thread === undefined && event.redacted === true)) return null
  const anchorEventId = thread?.anchorEventId ?? event.eventId
  return (
    <Act
      icon={Forward}
      title={words.discussion.hand}
      isReachable={isReachable}
      onPress={() => discussions.open({ anchorEventId, isHanding: true })}
    />
  )
}

interface ActProps {
  icon: LucideIcon
  title: string
  name?: string
  isReachable: boolean
  onPress(): void
}

function Act({ icon: Icon, title, name = title, isReachable, onPress }: ActProps) {
  return (
    <span title={title}>
      <Button look="quiet" isIcon excludeFromTabOrder={!isReachable} aria-label={name} onPress={onPress}>
        <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
    </span>
  )
}
