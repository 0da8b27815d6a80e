// Who takes part in a session: adds members, and shows a private one to the team.

import type { WholeSessionJson } from '@heddle/contract'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { Failure } from '../../components/failure.tsx'
import { chooseOffers } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { dialogStrings } from '../../dialog-strings.ts'
import { strings } from '../../strings.ts'
import type { Present } from './header/choose-present.ts'
import { PersonPicker } from './person-picker.tsx'
import styles from './session-page.module.css'
import { useFreshSession } from './use-fresh-session.ts'

interface PeopleDialogProps {
  session: WholeSessionJson
  /** Who was seen in it; without it, nobody is known. */
  present?: readonly Present[]
  onChanged(session: WholeSessionJson): void
  onClose(): void
}

export function PeopleDialog({ session, present = [], onChanged, onClose }: PeopleDialogProps) {
  const me = useMe()
  const [isDisclosing, setDisclosing] = useState(false)
  const words = dialogStrings.people
  const isPrivate = session.visibility === 'private'
  const mayChange = isPrivate && chooseOffers(me.role).sessions && session.state !== 'archived'
  if (isDisclosing) {
    return <DiscloseDialog session={session} onChanged={onChanged} onClose={() => setDisclosing(false)} />
  }
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p>{isPrivate ? words.private : words.teamAbout}</p>
      {isPrivate ? (
        <ul className={styles.people}>
          {session.participants.map((person) => (
            <li key={person.id} className={styles.person}>
              <Avatar name={person.name} isSelf={person.id === me.id} isSmall />
              {person.name}
              <span className={styles.handle}>@{person.handle}</span>
            </li>
          ))}
        </ul>
      ) : (
        <TeamPeople present={present} />
      )}
      {mayChange ? <AddPerson session={session} onChanged={onChanged} /> : null}
      <DialogActions>
        {mayChange && session.createdBy === me.id ? (
          <Button onPress={() => setDisclosing(true)}>{words.disclose}</Button>
        ) : null}
        <Button onPress={onClose}>{words.close}</Button>
      </DialogActions>
    </Dialog>
  )
}

function TeamPeople({ present }: { present: readonly Present[] }) {
  const me = useMe()
  const words = dialogStrings.people
  return (
    <>
      <ul className={styles.people}>
        <li className={styles.person}>
          <Users size={20} strokeWidth={1.5} aria-hidden="true" />
          {words.everyone}
        </li>
      </ul>
      {present.length === 0 ? null : (
        <section className={styles.people} aria-label={words.seen}>
          <h3 className={styles.seen}>{words.seen}</h3>
          <ul className={styles.people}>
            {present.map(({ id, name, doing }) => (
              <li key={id} className={styles.person}>
                <Avatar name={name} isSelf={id === me.id} isSmall />
                {name}
                <span className={styles.doing}>{words[doing]}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function AddPerson({ session, onChanged }: Omit<PeopleDialogProps, 'onClose'>) {
  const announce = useAnnounce()
  /** Counts on, so that the field is empty again. */
  const [added, setAdded] = useState(0)
  const readAgain = useFreshSession(session.id, onChanged)
  const words = dialogStrings.people
  const add = useSubmit('changeSession', {
    done: (changed, { body }) => {
      onChanged(changed)
      announce(words.added(body.participants?.at(-1) ?? ''))
      setAdded((last) => last + 1)
    },
    failed: readAgain,
  })
  const submit = (typed: string) => {
    if (typed === '') return add.refuse({ participants: words.addMissing })
    const handles = session.participants.map((person) => person.handle)
    if (handles.some((known) => known.toLowerCase() === typed.toLowerCase())) {
      return add.refuse({ participants: words.already(typed) })
    }
    add.submit({
      path: { id: session.id },
      version: session.version,
      body: { participants: [...handles, typed] },
    })
  }
  // The server names the place in the list: "participants.2".
  const problem = Object.entries(add.problems).find(([field]) => field.startsWith('participants'))?.[1]
  return (
    <>
      {add.error && problem === undefined ? <Failure error={add.error} /> : null}
      <PersonPicker
        key={added}
        isAgain={added > 0}
        taken={session.participants.map(({ id }) => id)}
        problem={problem}
        onTyped={add.forget}
        onChoose={submit}
      />
    </>
  )
}

function DiscloseDialog({ session, onChanged, onClose }: PeopleDialogProps) {
  const announce = useAnnounce()
  const readAgain = useFreshSession(session.id, onChanged)
  const words = dialogStrings.people.disclosing
  const disclose = useSubmit('changeSession', {
    done: (changed) => {
      onChanged(changed)
      announce(words.done)
      onClose()
    },
    failed: readAgain,
  })
  const submit = () =>
    disclose.submit({ path: { id: session.id }, version: session.version, body: { visibility: 'team' } })
  return (
    <Dialog title={words.title} role="alertdialog" onClose={onClose}>
      <p>{words.text}</p>
      {disclose.error ? <Failure error={disclose.error} /> : null}
      <DialogActions>
        <Button autoFocus onPress={onClose}>
          {strings.form.cancel}
        </Button>
        <Button look="primary" isPending={disclose.isPending} onPress={submit}>
          {words.submit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
