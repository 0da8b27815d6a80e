// Name, handle and time zone. Only what was changed is sent.

import { limits } from '@heddle/contract'
import { useState } from 'react'
import type { BodyOf } from '../../api/call-types.ts'
import { Button } from '../../components/button.tsx'
import { Failure } from '../../components/failure.tsx'
import { Form, FormActions } from '../../components/form.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useMe } from '../../me/me-context.tsx'
import { accountStrings } from '../../account-strings.ts'
import { strings } from '../../strings.ts'
import { joinStrings } from '../../join-strings.ts'
import { handleProblem, withoutAt } from '../../me/check-account.ts'
import { SavedWord } from './saved-word.tsx'
import { TimeZoneField } from './time-zone-field.tsx'
import { useChangeMe } from './use-change-me.ts'

export function ProfileForm() {
  const me = useMe()
  const [name, setName] = useState(me.name)
  const [handle, setHandle] = useState(me.handle)
  const [timeZone, setTimeZone] = useState(me.timeZone)
  const change = useChangeMe(accountStrings.you.saved)
  const words = accountStrings.you

  const edit = (field: string) => {
    change.mend(field)
    change.dirty()
  }
  const submit = () => {
    const problems: Record<string, string> = {}
    if (name.trim() === '') problems.name = joinStrings.nameMissing
    const wrongHandle = handleProblem(handle)
    if (wrongHandle) problems.handle = wrongHandle
    if (Object.keys(problems).length > 0) return change.refuse(problems)
    const body: BodyOf<'changeMe'> = {}
    if (name.trim() !== me.name) body.name = name.trim()
    if (withoutAt(handle) !== me.handle) body.handle = withoutAt(handle)
    if (timeZone !== me.timeZone) body.timeZone = timeZone
    return Object.keys(body).length === 0 ? change.nothingToDo() : change.send(body)
  }
  return (
    <Form label={words.formLabel} failures={change.failures} onSubmit={submit}>
      {change.error && Object.keys(change.problems).length === 0 ? <Failure error={change.error} /> : null}
      <TextField
        label={joinStrings.name}
        name="name"
        autoComplete="name"
        value={name}
        onChange={(text) => {
          setName(text)
          edit('name')
        }}
        problem={change.problems.name}
        maxLength={limits.nameCharsMax}
      />
      <TextField
        label={joinStrings.handle}
        name="handle"
        autoComplete="username"
        isVerbatim
        isMono
        lead="@"
        value={handle}
        onChange={(text) => {
          setHandle(text)
          edit('handle')
        }}
        problem={change.problems.handle}
        hint={words.handleHint}
        maxLength={limits.handleCharsMax + 1}
      />
      <TimeZoneField
        value={timeZone}
        onChange={(zone) => {
          setTimeZone(zone)
          edit('timeZone')
        }}
        problem={change.problems.timeZone}
      />
      <FormActions>
        <Button type="submit" look="primary" isPending={change.isPending}>
          {strings.form.save}
        </Button>
        <SavedWord isShown={change.isSaved} />
      </FormActions>
    </Form>
  )
}
