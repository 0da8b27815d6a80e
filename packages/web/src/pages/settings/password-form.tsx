// Another password. It takes the current one, and ends every other sign-in.

import { limits } from '@heddle/contract'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Failure } from '../../components/failure.tsx'
import { Form, FormActions } from '../../components/form.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { passwordHint } from '../../components/password-hint.ts'
import { useMe } from '../../me/me-context.tsx'
import { accountStrings } from '../../account-strings.ts'
import { passwordProblem } from '../../me/check-account.ts'
import { SavedWord } from './saved-word.tsx'
import { useChangeMe } from './use-change-me.ts'

const empty = { current: '', next: '' }

export function PasswordForm() {
  const me = useMe()
  const [values, setValues] = useState(empty)
  const words = accountStrings.you
  const change = useChangeMe(words.passwordSaved, () => setValues(empty))
  const submit = () => {
    const problems: Record<string, string> = {}
    if (values.current === '') problems['password.current'] = words.currentMissing
    const wrong = passwordProblem(values.next)
    if (wrong) problems['password.next'] = wrong
    if (Object.keys(problems).length > 0) return change.refuse(problems)
    return change.send({ password: values })
  }
  const set = (field: keyof typeof empty) => (text: string) => {
    setValues((last) => ({ ...last, [field]: text }))
    change.mend(`password.${field}`)
    change.dirty()
  }
  return (
    <Form label={words.passwordTitle} failures={change.failures} onSubmit={submit}>
      {change.error && Object.keys(change.problems).length === 0 ? <Failure error={change.error} /> : null}
      {/* Lets a password manager know whose password changes. */}
      <input type="hidden" name="username" autoComplete="username" value={me.handle} readOnly />
      <PasswordField
        label={words.current}
        name="current"
        autoComplete="current-password"
        value={values.current}
        onChange={set('current')}
        problem={change.problems['password.current']}
        maxLength={limits.passwordCharsMax}
      />
      <PasswordField
        label={words.next}
        name="next"
        autoComplete="new-password"
        value={values.next}
        onChange={set('next')}
        problem={change.problems['password.next']}
        hint={passwordHint(values.next)}
        maxLength={limits.passwordCharsMax}
      />
      <FormActions>
        <Button type="submit" isPending={change.isPending}>
          {words.changePassword}
        </Button>
        <SavedWord isShown={change.isSaved} />
      </FormActions>
    </Form>
  )
}
