// Name, handle and password of a new person: the shortest form there can be. The handle is suggested from the name until
// somebody types one.

import { limits } from '@heddle/contract'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { Failure } from '../../components/failure.tsx'
import { Form, FormActions } from '../../components/form.tsx'
import { passwordHint } from '../../components/password-hint.ts'
import { PasswordField } from '../../components/password-field.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useSetWhoIsThere } from '../../me/use-who-is-there.ts'
import { accountStrings } from '../../account-strings.ts'
import { joinStrings } from '../../join-strings.ts'
import { newcomerState } from '../home/newcomer.ts'
import { suggestHandle } from './suggest-handle.ts'
import {
  checkAccount,
  handlePreview,
  handleProblem,
  type AccountValues,
  withoutAt,
} from '../../me/check-account.ts'

export function JoinForm({ code }: { code: string }) {
  const [, navigate] = useLocation()
  const { arrived } = useSetWhoIsThere()
  const [values, setValues] = useState<AccountValues>({ handle: '', name: '', password: '' })
  const [isOwnHandle, setOwnHandle] = useState(false)
  const join = useSubmit('join', {
    done: (me) => {
      arrived(me)
      navigate('/', { replace: true, state: newcomerState })
    },
    failed: (error) => {
      if (error.code === 'handle_taken')
        join.refuse({ handle: accountStrings.handle.taken(withoutAt(values.handle)) })
    },
  })
  const words = joinStrings
  const change = (field: keyof AccountValues) => (text: string) => {
    setValues((last) => ({ ...last, [field]: text }))
    join.mend(field)
  }
  const changeName = (name: string) => {
    change('name')(name)
    if (!isOwnHandle) change('handle')(suggestHandle(name))
  }
  const changeHandle = (handle: string) => {
    change('handle')(handle)
    // Who empties the field would like another suggestion.
    setOwnHandle(handle !== '')
  }
  const submit = () => {
    const problems = checkAccount(values)
    if (Object.keys(problems).length > 0) return join.refuse(problems)
    const { name, password } = values
    join.submit({ body: { code, handle: withoutAt(values.handle), name: name.trim(), password } })
  }
  const isAtField = join.error !== null && Object.keys(join.problems).length > 0
  return (
    <Form failures={join.failures} onSubmit={submit}>
      {join.error && !isAtField ? <Failure error={join.error} /> : null}
      <TextField
        label={words.name}
        name="name"
        autoComplete="name"
        autoFocus
        value={values.name}
        onChange={changeName}
        problem={join.problems.name}
        maxLength={limits.nameCharsMax}
      />
      <TextField
        label={words.handle}
        name="handle"
        autoComplete="username"
        isVerbatim
        isMono
        lead="@"
        value={values.handle}
        onChange={changeHandle}
        problem={join.problems.handle ?? liveHandleProblem(values.handle)}
        hint={handleHint(values.handle)}
        maxLength={limits.handleCharsMax + 1}
      />
      <PasswordField
        label={words.password}
        name="password"
        autoComplete="new-password"
        value={values.password}
        onChange={change('password')}
        problem={join.problems.password}
        hint={passwordHint(values.password)}
        maxLength={limits.passwordCharsMax}
      />
      <FormActions>
        <Button type="submit" look="primary" isPending={join.isPending}>
          {words.submit}
        </Button>
      </FormActions>
    </Form>
  )
}

/** An empty field is only a problem once one tries to go on. */
function liveHandleProblem(text: string): string | undefined {
  return text === '' ? undefined : handleProblem(text)
}

function handleHint(text: string): string {
  const preview = handlePreview(text)
  return preview === undefined ? accountStrings.handle.hint : accountStrings.handle.preview(preview)
}
