// The head of a session: its title, what it does right now, who takes part, and the way to stop it.

import type { WholeSessionJson } from '@heddle/contract'
import { ArrowLeft, Pencil, Square, Users } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useSubmit } from '../../api/use-submit.ts'
import pressable from '../../components/button.module.css'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { useFocusReturn } from '../../components/dialog.tsx'
import type { Onlooker } from '../../live/onlookers.ts'
import { chooseOffers } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { useArrivalFocus } from '../../shell/arrival.tsx'
import { usePageTitle } from '../../shell/page-title.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'
import { sessionGlyphs } from '../sessions/session-row.tsx'
import { Faces } from './faces.tsx'
import { PeopleDialog } from './people-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import styles from './session-page.module.css'

interface SessionHeaderProps {
  session: WholeSessionJson
  /** The others who look at it just now. */
  people: readonly Onlooker[]
  heading: RefObject<HTMLHeadingElement | null>
  onChanged(session: WholeSessionJson): void
}

export function SessionHeader({ session, people, heading, onChanged }: SessionHeaderProps) {
  const words = strings.session
  const title = session.title === '' ? words.untitled : session.title
  usePageTitle(title)
  const arrival = useArrivalFocus()
  useEffect(() => {
    heading.current = arrival.current
  }, [heading, arrival])
  const mayChange = chooseOffers(useMe().role).sessions && session.state !== 'archived'
  return (
    <div className={styles.header}>
      <div className={styles.title}>
        <Link
          href="/sessions"
          aria-label={words.toList}
          className={`${pressable.button} ${pressable.quiet} ${pressable.icon}`}
        >
          <ArrowLeft size={16} strokeWidth={1.5} aria-hidden="true" />
        </Link>
        <h1 ref={arrival} tabIndex={-1} title={title} dir="auto">
          {title}
        </h1>
        {mayChange ? <Rename session={session} onChanged={onChanged} /> : null}
      </div>
      <div className={styles.facts}>
        <Chip glyph={sessionGlyphs[session.state]}>{strings.sessions.states[session.state]}</Chip>
        <Faces people={people} />
        <People session={session} onChanged={onChanged} />
        {session.state === 'running' && mayChange ? <Stop sessionId={session.id} /> : null}
      </div>
    </div>
  )
}

type PartProps = Pick<SessionHeaderProps, 'session' | 'onChanged'>

function Rename({ session, onChanged }: PartProps) {
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
        <RenameDialog session={session} onChanged={onChanged} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

function People({ session, onChanged }: PartProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  useFocusReturn(isOpen, () => opener.current)
  const words = strings.session.people
  const count = words.button(session.participants.length)
  const { title } = strings.sessions.visibilities[session.visibility]
  const shown = session.visibility === 'team' ? title : `${title} · ${count}`
  return (
    <>
      <Button look="quiet" ref={opener} aria-label={words.label(shown)} onPress={() => setOpen(true)}>
        <Users size={16} strokeWidth={1.5} aria-hidden="true" />
        {shown}
      </Button>
      {isOpen ? (
        <PeopleDialog session={session} onChanged={onChanged} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

function Stop({ sessionId }: { sessionId: string }) {
  const announce = useAnnounce()
  const words = strings.session.stop
  const stop = useSubmit('stopSession', {
    done: ({ turnId, cancelled }) => {
      if (cancelled.length > 0) announce(words.doneWith(cancelled.length))
      else announce(turnId === null ? words.nothing : words.done)
    },
    failed: () => announce(words.failed),
  })
  return (
    <Button isPending={stop.isPending} onPress={() => stop.submit({ path: { id: sessionId } })}>
      <Square size={12} strokeWidth={2} fill="currentColor" aria-hidden="true" />
      {words.button}
    </Button>
  )
}
