// Who takes part in a session: adds people by handle, and shows a private one to the team.

import { limits, type WholeSessionJson } from '@heddle/contract'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { Failure } from '../../components/failure.tsx'
import { Form } from '../../components/form.tsx'
import { TextField } from '../../components/text-field.tsx'
import { chooseOffers } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'
import styles from './session-page.module.css'
import { useFreshSession } from './use-fresh-session.ts'

interface PeopleDialogProps {
  session: WholeSessionJson
  onChanged(session: WholeSessionJson): void
  onClose(): void
}

export function PeopleDialog({ session, onChanged, onClose }: PeopleDialogProps) {
  const me = useMe()
  const [isDisclosing, setDisclosing] = useState(false)
  const words = strings.session.people
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
      ) : null}
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

function AddPerson({ session, onChanged }: Omit<PeopleDialogProps, 'onClose'>) {
  const announce = useAnnounce()
  const [handle, setHandle] = useState('')
  const readAgain = useFreshSession(session.id, onChanged)
  const words = strings.session.people
  const typed = handle.trim().replace(/^@/, '')
  const add = useSubmit('changeSession', {
    done: (changed) => {
      onChanged(changed)
      announce(words.added(typed))
      setHandle('')
    },
    failed: readAgain,
  })
  const submit = () => {
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
    <Form failures={add.failures} onSubmit={submit}>
      {add.error && problem === undefined ? <Failure error={add.error} /> : null}
      <TextField
        label={words.add}
        name="handle"
        hint={words.addHint}
        isVerbatim
        isMono
        lead="@"
        value={handle}
        onChange={(text) => {
          setHandle(text)
          add.forget()
        }}
        problem={problem}
        maxLength={limits.handleCharsMax + 1}
      />
      <div>
        <Button type="submit" isPending={add.isPending}>
          {words.addSubmit}
        </Button>
      </div>
    </Form>
  )
}

function DiscloseDialog({ session, onChanged, onClose }: PeopleDialogProps) {
  const announce = useAnnounce()
  const readAgain = useFreshSession(session.id, onChanged)
  const words = strings.session.people.disclosing
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
