// The same small bar on every row, for whoever points at it, taps on it or has the focus in it.

import type { EventJson } from '@heddle/contract'
import { Copy, EyeOff, GitFork, Link2, type LucideIcon, PencilLine } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { strings } from '../../../strings.ts'
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
}

const words = strings.session.timeline

export function RowBar({ kind, event, isWaiting, name, isReachable }: RowBarProps) {
  const acts = useTimelineActs()
  const copy = useCopy()
  const text = textIn(event)
  const isText = kind === 'person' || kind === 'told' || kind === 'agent' || kind === 'reasoning'
  const isStreaming = event.payload.state === 'streaming'
  const mayFork = acts.mayWrite && !isStreaming && !isWaiting
  return (
    <div
      className={`${styles.bar} ${hasOwnButtons(kind) ? styles.above : ''}`}
      role="group"
      aria-label={words.acts.label}
    >
      <Act
        icon={Link2}
        title={words.acts.link}
        {...{ isReachable }}
        onPress={() => copy.link(acts.sessionId, event.eventId)}
      />
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
