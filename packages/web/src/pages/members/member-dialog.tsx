// The three things an admin can do with a person: another role, another name, removal.

import { limits, type PersonJson, type Role } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallError } from '../../api/call-error.ts'
import { useClient } from '../../api/client-context.tsx'
import { meKey } from '../../api/query-cache.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { ChoiceGroup } from '../../components/choice-group.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { Failure } from '../../components/failure.tsx'
import { Form } from '../../components/form.tsx'
import { TextField } from '../../components/text-field.tsx'
import { grantableRoles, type MemberAction } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'
import { memberStrings } from '../../member-strings.ts'
import { useMemberCache } from './use-member-cache.ts'

interface MemberDialogProps {
  person: PersonJson
  onClose(): void
}

export function MemberDialog({ action, ...props }: MemberDialogProps & { action: MemberAction }) {
  if (action === 'role') return <RoleDialog {...props} />
  if (action === 'rename') return <RenameDialog {...props} />
  return <RemoveDialog {...props} />
}

function RoleDialog({ person, onClose }: MemberDialogProps) {
  const me = useMe()
  const [role, setRole] = useState<Role>(person.role)
  const change = useChange(
    person,
    (changed) => memberStrings.role.done(changed.name, strings.roles[changed.role].title),
    onClose,
  )
  const words = memberStrings.role
  return (
    <Dialog title={words.title(person.name)} onClose={onClose}>
      <Form
        failures={change.failures}
        onSubmit={() => (role === person.role ? onClose() : change.submit({ role }))}
      >
        {change.error ? <Failure error={change.error} /> : null}
        <ChoiceGroup
          label={words.label}
          choices={grantableRoles(me.role)
            .toReversed()
            .map((value) => ({ value, ...strings.roles[value] }))}
          value={role}
          onChange={setRole}
        />
        <DialogActions>
          <Button onPress={onClose}>{strings.form.cancel}</Button>
          <Button type="submit" look="primary" isPending={change.isPending}>
            {words.submit(strings.roles[role].title)}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

function RenameDialog({ person, onClose }: MemberDialogProps) {
  const [name, setName] = useState(person.name)
  const change = useChange(person, (changed) => memberStrings.rename.done(changed.name), onClose)
  const words = memberStrings.rename
  const submit = () => {
    if (name.trim() === '') return change.refuse({ name: words.missing })
    return change.submit({ name: name.trim() })
  }
  return (
    <Dialog title={words.title(person.name)} onClose={onClose}>
      <Form failures={change.failures} onSubmit={submit}>
        {change.error && !change.problems.name ? <Failure error={change.error} /> : null}
        <TextField
          label={words.label}
          name="name"
          autoFocus
          value={name}
          onChange={(text) => {
            setName(text)
            change.mend('name')
          }}
          problem={change.problems.name}
          maxLength={limits.nameCharsMax}
        />
        <DialogActions>
          <Button onPress={onClose}>{strings.form.cancel}</Button>
          <Button type="submit" look="primary" isPending={change.isPending}>
            {words.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

function RemoveDialog({ person, onClose }: MemberDialogProps) {
  const cache = useMemberCache()
  const announce = useAnnounce()
  const words = memberStrings.remove
  const remove = useSubmit('removeMember', {
    done: () => {
      cache.remove(person.id)
      announce(words.done(person.name))
      onClose()
    },
  })
  return (
    <Dialog title={words.title(person.name)} role="alertdialog" onClose={onClose}>
      <p>{words.text(person.handle)}</p>
      {remove.error ? <Failure error={remove.error} /> : null}
      <DialogActions>
        <Button autoFocus onPress={onClose}>
          {strings.form.cancel}
        </Button>
        <Button
          look="danger"
          isPending={remove.isPending}
          onPress={() => remove.submit({ path: { id: person.id } })}
        >
          {words.submit(person.name)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** A change of one person. If somebody else was faster, the row is read again, so that a second press goes through. */
function useChange(person: PersonJson, say: (changed: PersonJson) => string, onClose: () => void) {
  const cache = useMemberCache()
  const announce = useAnnounce()
  const client = useClient()
  const queries = useQueryClient()
  const me = useMe()
  const [version, setVersion] = useState(person.version)
  const readAgain = async (error: CallError) => {
    if (error.code !== 'changed_meanwhile') return
    const fresh = await client.call('readMember', { path: { id: person.id } })
    cache.replace(fresh)
    setVersion(fresh.version)
  }
  const change = useSubmit('changeMember', {
    done: (changed) => {
      cache.replace(changed)
      // An owner who stepped down sees another house from now on.
      if (changed.id === me.id) void queries.invalidateQueries({ queryKey: meKey })
      announce(say(changed))
      onClose()
    },
    // The first error stays on show; a second one while reading again would say nothing more.
    failed: (error) => void readAgain(error).catch(() => {}),
  })
  return {
    ...change,
    submit: (body: { name?: string; role?: Role }) =>
      change.submit({ path: { id: person.id }, version, body }),
  }
}
