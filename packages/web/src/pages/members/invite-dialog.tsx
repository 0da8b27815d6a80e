// Makes an invite: for which role, with what note, for how long. Then shows its link, once.

import { type CreatedInviteJson, limits, type Role } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { ChoiceGroup } from '../../components/choice-group.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { Failure } from '../../components/failure.tsx'
import { Form } from '../../components/form.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { ShownOnce } from '../../components/shown-once.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { grantableRoles } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { strings } from '../../strings.ts'
import { inviteStrings } from '../../member-strings.ts'
import { knownSettings } from '../settings/settings.at-build.ts'

const expiryHours = [24, 72, 7 * 24, limits.inviteExpireHoursMax] as const

export function InviteDialog({ onClose }: { onClose(): void }) {
  const [made, setMade] = useState<CreatedInviteJson | null>(null)
  return made ? (
    <MadeInvite invite={made} onClose={onClose} />
  ) : (
    <NewInvite onMade={setMade} onClose={onClose} />
  )
}

function NewInvite({ onMade, onClose }: { onMade(invite: CreatedInviteJson): void; onClose(): void }) {
  const me = useMe()
  const queries = useQueryClient()
  const [role, setRole] = useState<Role>('member')
  const [note, setNote] = useState('')
  const expiry = useExpiry()
  const invite = useSubmit('createInvite', {
    done: (made) => {
      void queries.invalidateQueries({ queryKey: ['listInvites'] })
      onMade(made)
    },
  })
  const words = inviteStrings.create
  const submit = () => invite.submit({ body: { role, note: note.trim(), ...expiry.body } })
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Form failures={invite.failures} onSubmit={submit}>
        {invite.error && !invite.problems.note ? <Failure error={invite.error} /> : null}
        <ChoiceGroup
          label={words.role}
          choices={grantableRoles(me.role)
            .toReversed()
            .map((value) => ({ value, ...strings.roles[value] }))}
          value={role}
          onChange={setRole}
        />
        <TextField
          label={words.note}
          name="note"
          isOptional
          hint={words.noteHint}
          value={note}
          onChange={(text) => {
            setNote(text)
            invite.mend('note')
          }}
          problem={invite.problems.note}
          maxLength={limits.inviteNoteCharsMax}
        />
        <SelectField
          label={words.expiry}
          options={expiry.options}
          value={expiry.value}
          onChange={expiry.choose}
        />
        <DialogActions>
          <Button onPress={onClose}>{strings.form.cancel}</Button>
          <Button type="submit" look="primary" isPending={invite.isPending}>
            {words.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** The choices of time; the first is what the team agreed on. */
function useExpiry() {
  const format = useFormat()
  const [value, choose] = useState('team')
  const { data } = useRead('readSettings', {})
  const agreed = data?.items.find((item) => item.key === 'invites.expireHours')?.value
  const team = typeof agreed === 'number' ? agreed : knownSettings['invites.expireHours'].default
  const words = inviteStrings.create
  const options = [
    { value: 'team', title: words.teamExpiry(format.hours(team)) },
    ...expiryHours.map((hours) => ({ value: String(hours), title: format.hours(hours) })),
  ]
  const body = value === 'team' ? {} : { expiresInHours: Number(value) }
  return { value, choose, options, body }
}

function MadeInvite({ invite, onClose }: { invite: CreatedInviteJson; onClose(): void }) {
  const format = useFormat()
  const words = inviteStrings.made
  return (
    <Dialog title={words.title} onClose={onClose} isDismissable={false}>
      <p>{words.text(strings.roles[invite.role].title, format.exact(invite.expiresAt))}</p>
      <ShownOnce label={words.label} text={invite.url} />
      <DialogActions>
        <Button onPress={onClose}>{strings.form.done}</Button>
      </DialogActions>
    </Dialog>
  )
}
