// The head of a session: its title, what it does and for whom, who looks on, what it has used, and the way to stop it.

import type { EventJson, WholeSessionJson } from '@heddle/contract'
import { ArrowLeft, GitFork, Pencil, Users } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import pressable from '../../components/button.module.css'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { useFocusReturn } from '../../components/dialog.tsx'
import type { Onlooker } from '../../live/onlookers.ts'
import { chooseOffers } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { useArrivalFocus } from '../../shell/arrival.tsx'
import { usePageTitle } from '../../shell/page-title.ts'
import { strings } from '../../strings.ts'
import { AgentsButton } from './agents-panel/agents-button.tsx'
import { Faces } from './faces.tsx'
import { chooseDriver, chooseModelsUsed } from './header/choose-driver.ts'
import { choosePresent, type Present } from './header/choose-present.ts'
import { chooseHeadState, headGlyphs } from './header/choose-state.ts'
import { CostButton } from './header/cost-button.tsx'
import head from './header/header.module.css'
import { SessionMenu } from './header/session-menu.tsx'
import { StopButton } from './header/stop-button.tsx'
import { peopleDialog, renameDialog } from './dialogs-later.ts'
import styles from './session-page.module.css'

interface SessionHeaderProps {
  session: WholeSessionJson
  /** The others who look at it just now. */
  people: readonly Onlooker[]
  heading: RefObject<HTMLHeadingElement | null>
  /** The newest rows of the timeline: they say who drives, which models answered, and where a fork would begin. */
  rows?: readonly EventJson[]
  /** How many messages wait; without it, as many as the session said when it was read. */
  waiting?: number
  /** Below it another session is read, whose own head says how that one stands, what it used and how to stop it. */
  isAnotherRead?: boolean
  onChanged(session: WholeSessionJson): void
}

const noRows: readonly EventJson[] = []

export function SessionHeader(props: SessionHeaderProps) {
  const { session, people, heading, rows = noRows, waiting = session.queued, onChanged } = props
  const { isAnotherRead = false } = props
  const words = strings.session
  const title = session.title === '' ? words.untitled : session.title
  usePageTitle(title)
  const arrival = useArrivalFocus()
  useEffect(() => {
    heading.current = arrival.current
  }, [heading, arrival])
  const driver = useMemo(() => chooseDriver(rows, session.turnId), [rows, session.turnId])
  const models = useMemo(() => chooseModelsUsed(rows), [rows])
  const present = useMemo(() => choosePresent(rows, people), [rows, people])
  const mayChange = chooseOffers(useMe().role).sessions && session.state !== 'archived'
  const state = chooseHeadState({ ...session, seq: Math.max(session.seq, rows.at(-1)?.seq ?? 0) })
  const isRunning = session.state === 'running'
  return (
    <div className={`${styles.header} ${head.head}`}>
      <div className={styles.title}>
        <Link
          href="/sessions"
          aria-label={words.toList}
          className={`${pressable.button} ${pressable.quiet} ${pressable.icon} ${head.back}`}
        >
          <ArrowLeft size={16} strokeWidth={1.5} aria-hidden="true" />
        </Link>
        <div className={head.name}>
          <h1 ref={arrival} tabIndex={-1} title={title} dir="auto">
            {title}
          </h1>
          {session.forkedFrom === null ? null : <Source {...session.forkedFrom} />}
        </div>
        {mayChange ? (
          <span className={`${head.wide} ${head.rename}`}>
            <Rename session={session} onChanged={onChanged} />
          </span>
        ) : null}
      </div>
      <div className={styles.facts}>
        <span className={head.state}>
          {isAnotherRead ? null : <Chip glyph={headGlyphs[state]}>{strings.sessions.states[state]}</Chip>}
          {isRunning && !isAnotherRead && driver !== undefined ? (
            <span className={head.driver} dir="auto" title={driver}>
              {strings.composer.header.drivenBy(driver)}
            </span>
          ) : null}
          <span className={head.wide}>
            <People session={session} present={present} onChanged={onChanged} />
          </span>
          <AgentsButton session={session} />
          <Faces people={people} />
        </span>
        {isAnotherRead ? null : (
          <span className={`${head.wide} ${head.used}`}>
            <CostButton sessionId={session.id} usage={session.usage} models={models} />
          </span>
        )}
        <span className={head.last}>
          {isRunning && mayChange && !isAnotherRead ? (
            <StopButton sessionId={session.id} waiting={waiting} />
          ) : null}
          <SessionMenu
            session={session}
            models={models}
            present={present}
            last={rows.at(-1)}
            onChanged={onChanged}
          />
        </span>
      </div>
    </div>
  )
}

type PartProps = Pick<SessionHeaderProps, 'session' | 'onChanged'>

/** The title is that of its source; this says which of the two one looks at, and leads to the other. */
function Source({ sessionId, eventId }: NonNullable<WholeSessionJson['forkedFrom']>) {
  const words = strings.composer.header
  return (
    <Link
      href={`/sessions/${sessionId}?at=${eventId}`}
      aria-label={words.forkOfLabel}
      className={head.source ?? ''}
    >
      <GitFork size={12} strokeWidth={2} aria-hidden="true" />
      <span className={head.sourceWord}>{words.forkOf}</span>
    </Link>
  )
}

function Rename({ session, onChanged }: PartProps) {
  renameDialog.useSoon()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  useFocusReturn(isOpen, () => opener.current)
  return (
    <>
      <Button
        look="quiet"
        isIcon
        ref={opener}
        aria-label={strings.session.rename.button}
        onPress={() => setOpen(true)}
      >
        <Pencil size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      {isOpen ? (
        <renameDialog.Part session={session} onChanged={onChanged} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

function People({ session, present, onChanged }: PartProps & { present: readonly Present[] }) {
  peopleDialog.useSoon()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  useFocusReturn(isOpen, () => opener.current)
  const words = strings.session.people
  const count = words.button(session.participants.length)
  const { title } = strings.sessions.visibilities[session.visibility]
  const shown = session.visibility === 'team' ? title : words.seenBy(title, count)
  return (
    <>
      <Button look="quiet" ref={opener} aria-label={words.label(shown)} onPress={() => setOpen(true)}>
        <Users size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className={head.who}>{shown}</span>
      </Button>
      {isOpen ? (
        <peopleDialog.Part
          session={session}
          present={present}
          onChanged={onChanged}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
