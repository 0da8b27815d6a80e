// One row of the inbox: who, why, where and when, the beginning of what was said, and what became of it elsewhere. A
// discussion's row grows: what came before stands folded below.

import type { NotificationJson } from '@heddle/contract'
import { Check, ExternalLink, MailOpen } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { Moment } from '../../components/moment.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { inboxPageStrings } from '../../inbox-page-strings.ts'
import { type Agents, nameOf, sayWhat, titleOf } from '../../inbox/choose-news.ts'
import type { InboxGroup } from '../../inbox/group-notifications.ts'
import { pathOf } from '../../inbox/path-of.ts'
import { chooseDeliveryLines, chooseOwnLines, type DeliveryLine } from './choose-delivery-lines.ts'
import styles from './inbox.module.css'

const words = inboxPageStrings

interface InboxRowProps {
  group: InboxGroup
  agents: Agents
  /** The one that is reached by Tab. */
  isActive: boolean
  onOpen(group: InboxGroup): void
  onDone(group: InboxGroup): void
  onUnread(group: InboxGroup): void
}

export const InboxRow = memo(function InboxRow(props: InboxRowProps) {
  const { group, agents, isActive, onOpen, onDone, onUnread } = props
  const { key, first, earlier, isUnread, unreadCount } = group
  const what = sayWhat(first, agents)
  const tab = isActive ? 0 : -1
  const format = useFormat()
  const lines = chooseDeliveryLines(first.deliveries, format)
  return (
    <li className={styles.row} data-group={key} data-unread={isUnread ? '' : undefined}>
      <div className={styles.body}>
        <Link
          href={pathOf(first)}
          className={styles.link ?? ''}
          data-row={key}
          tabIndex={tab}
          onClick={() => onOpen(group)}
        >
          <span className={styles.face}>
            <Avatar name={nameOf(first.actor, agents)} />
          </span>
          <span className={styles.words}>
            <span className={styles.head}>
              <span className="visually-hidden">{words.isUnread(unreadCount)}</span>
              <bdi className={styles.what}>{what}</bdi>{' '}
              <span className={styles.where}>
                {words.in} <bdi>{titleOf(first)}</bdi>
              </span>{' '}
              <span className={styles.when}>
                <Moment at={first.createdAt} />
              </span>
            </span>
            <Excerpt notification={first} />
            <Problem notification={first} />
          </span>
        </Link>
        <Deliveries lines={lines} tab={tab} />
        {earlier.length === 0 ? null : (
          <details className={styles.earlier}>
            <summary tabIndex={tab}>{words.earlier(earlier.length)}</summary>
            <ul>
              {earlier.map((one) => (
                <Earlier
                  key={one.id}
                  notification={one}
                  agents={agents}
                  lines={chooseOwnLines(chooseDeliveryLines(one.deliveries, format), lines)}
                  onOpen={() => onOpen(group)}
                />
              ))}
            </ul>
          </details>
        )}
      </div>
      <div className={styles.acts}>
        {isUnread ? (
          <Button
            look="quiet"
            aria-label={words.doneNamed(what)}
            excludeFromTabOrder={!isActive}
            onPress={() => onDone(group)}
          >
            <Check size={16} strokeWidth={1.5} aria-hidden="true" />
            <span className={styles.word}>{words.done}</span>
          </Button>
        ) : (
          <Button
            look="quiet"
            aria-label={words.againNamed(what)}
            excludeFromTabOrder={!isActive}
            onPress={() => onUnread(group)}
          >
            <MailOpen size={16} strokeWidth={1.5} aria-hidden="true" />
            <span className={styles.word}>{words.unread}</span>
          </Button>
        )}
      </div>
    </li>
  )
})

function Excerpt({ notification: { excerpt } }: { notification: NotificationJson }) {
  if (excerpt === null) return <span className={styles.gone}>{words.gone}</span>
  if (excerpt === '') return null
  return (
    <span className={styles.excerpt} dir="auto">
      {excerpt}
    </span>
  )
}

/** Why it could not be posted. */
function Problem({ notification: { problem } }: { notification: NotificationJson }) {
  if (problem === undefined) return null
  return (
    <span className={styles.gone} dir="auto">
      {words.problem(problem)}
    </span>
  )
}

interface EarlierProps {
  notification: NotificationJson
  agents: Agents
  lines: readonly DeliveryLine[]
  onOpen(): void
}

function Earlier({ notification, agents, lines, onOpen }: EarlierProps) {
  const isUnread = notification.readAt === undefined
  return (
    <li data-unread={isUnread ? '' : undefined}>
      <Link href={pathOf(notification)} className={styles.before ?? ''} onClick={onOpen}>
        <span className="visually-hidden">{words.isUnread(isUnread ? 1 : 0)}</span>
        <bdi className={styles.what}>{sayWhat(notification, agents)}</bdi>{' '}
        <span className={styles.when}>
          <Moment at={notification.createdAt} />
        </span>
        <Excerpt notification={notification} />
      </Link>
      <Deliveries lines={lines} tab={0} />
    </li>
  )
}

function Deliveries({ lines, tab }: { lines: readonly DeliveryLine[]; tab: number }) {
  if (lines.length === 0) return null
  return (
    <p className={styles.deliveries}>
      {lines.map(({ channel, words: how, link, isBad }) => (
        <span key={channel} className={isBad ? styles.bad : ''} dir="auto">
          {link === undefined ? (
            words.delivery.line(channel, how)
          ) : (
            <a
              href={link}
              target="_blank"
              rel="noreferrer noopener"
              tabIndex={tab}
              title={words.delivery.open(channel)}
            >
              {words.delivery.line(channel, how)}{' '}
              <ExternalLink size={12} strokeWidth={2} aria-hidden="true" />
            </a>
          )}
        </span>
      ))}
    </p>
  )
}
