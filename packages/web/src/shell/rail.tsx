// The way around: a rail at the left edge, a bar at the bottom of a phone. Between a desk and a phone the list of
// sessions comes over the open session from here.

import { Link, useLocation } from 'wouter'
import { LoomMark } from '../components/loom-mark.tsx'
import { useInbox } from '../inbox/inbox-context.tsx'
import { strings } from '../strings.ts'
import {
  approvalsPath,
  chooseDestinations,
  type Destination,
  inboxPath,
  isAt,
  placesPath,
  sessionsPath,
} from './destinations.ts'
import { PersonMenu } from './person-menu.tsx'
import styles from './rail.module.css'
import { useStuckDeliveries } from './stuck-deliveries.ts'
import { useUnread } from './unread.tsx'
import { useWaitingApprovals } from './waiting-approvals.tsx'

export interface ListButton {
  isOpen: boolean
  toggle(): void
  ref: React.Ref<HTMLButtonElement>
}

/** `list`: where the list of sessions stands over the page instead of being one. */
export function Rail({ list }: { list?: ListButton | undefined }) {
  const { isOn } = useInbox()
  return (
    <nav className={styles.rail} aria-label={strings.nav.label}>
      <Link href="/" className={styles.mark} aria-label={strings.nav.home}>
        <LoomMark />
      </Link>
      {chooseDestinations(isOn !== false).map((destination) =>
        destination.href === sessionsPath ? (
          <SessionsItem key={destination.href} destination={destination} list={list} />
        ) : (
          <Item key={destination.href} destination={destination} />
        ),
      )}
      <span className={styles.gap} />
      <PersonMenu />
    </nav>
  )
}

function Item({ destination }: { destination: Destination }) {
  const [path] = useLocation()
  const { href, also, title, icon: Icon, isInBar } = destination
  return (
    <Link
      href={href}
      className={`${styles.item} ${isInBar ? '' : styles.wide}`}
      aria-current={isAt(path, href) || (also && isAt(path, also)) ? 'page' : undefined}
    >
      <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
      {title}
      {href === inboxPath ? <InInbox /> : null}
      {href === approvalsPath ? <Waiting /> : null}
      {href === placesPath ? <Stuck /> : null}
    </Link>
  )
}

function SessionsItem({ destination, list }: { destination: Destination; list: ListButton | undefined }) {
  const [path] = useLocation()
  const { href, title, icon: Icon } = destination
  const inside = (
    <>
      <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
      {title}
      <Unread />
    </>
  )
  if (list) {
    return (
      <button
        type="button"
        ref={list.ref}
        className={styles.item}
        aria-expanded={list.isOpen}
        data-here=""
        onClick={list.toggle}
      >
        {inside}
      </button>
    )
  }
  return (
    <Link href={href} className={styles.item} aria-current={isAt(path, href) ? 'page' : undefined}>
      {inside}
    </Link>
  )
}

function Unread() {
  const unread = useUnread()
  return <Badge written={unread} words={strings.shell.nav.unread(unread)} />
}

function InInbox() {
  const { written } = useInbox()
  return <Badge written={written} words={strings.inbox.count(written)} />
}

function Waiting() {
  const { written } = useWaitingApprovals()
  return <Badge written={written} words={strings.approvals.nav.count(written)} />
}

function Stuck() {
  const stuck = useStuckDeliveries()
  return <Badge written={stuck} words={strings.shell.nav.stuck(stuck)} />
}

function Badge({ written, words }: { written: string; words: string }) {
  if (written === '') return null
  return (
    <>
      <span className={styles.badge} aria-hidden="true">
        {written}
      </span>
      <span className="visually-hidden">, {words}</span>
    </>
  )
}
