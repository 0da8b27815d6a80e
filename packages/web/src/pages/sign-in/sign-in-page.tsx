// Sign in, and go on to where one wanted to go.

import { useEffect, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { limits } from '@heddle/contract'
import { useRead } from '../../api/use-read.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { Failure } from '../../components/failure.tsx'
import { Form, FormActions } from '../../components/form.tsx'
import { Notice } from '../../components/notice.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { chooseReturnPath } from '../../me/choose-return-path.ts'
import { useSetWhoIsThere, useWhoIsThere } from '../../me/use-who-is-there.ts'
import { focusSoon } from '../../shell/focus-soon.ts'
import { Plain } from '../../shell/plain.tsx'
import { signInStrings } from '../../join-strings.ts'

export function SignInPage() {
  const search = useSearch()
  const who = useWhoIsThere()
  const about = useRead('about', {})
  const words = signInStrings
  if (who.state === 'someone') return <Redirect to={chooseReturnPath(search)} replace />
  return (
    <Plain title={words.title} about={about.data?.needsOwner ? undefined : words.about}>
      {about.data?.needsOwner ? (
        <Notice title={words.needsOwner.title}>{words.needsOwner.text}</Notice>
      ) : (
        <SignInForm />
      )}
    </Plain>
  )
}

function SignInForm() {
  const search = useSearch()
  const [, navigate] = useLocation()
  const { arrived } = useSetWhoIsThere()
  const [handle, setHandle] = useState('')
  const [password, setPassword] = useState('')
  const wait = useWait()
  const signIn = useSubmit('signIn', {
    done: (me) => {
      arrived(me)
      navigate(chooseReturnPath(search), { replace: true })
    },
    failed: (error) => {
      setPassword('')
      if (error.code === 'wrong_credentials') focusPassword()
      if (error.code === 'too_many_guesses') wait.start(error.retryAfterMs ?? limits.wrongGuessesLockMs)
    },
  })
  const words = signInStrings
  const submit = () => {
    const problems: Record<string, string> = {}
    if (handle.trim() === '') problems.handle = words.handleMissing
    if (password === '') problems.password = words.passwordMissing
    if (Object.keys(problems).length > 0) return signIn.refuse(problems)
    signIn.submit({ body: { handle: handle.trim().replace(/^@/, ''), password } })
  }
  return (
    <Form failures={signIn.failures} onSubmit={submit}>
      {wait.until === null ? (
        signIn.error ? (
          <Failure error={signIn.error} />
        ) : null
      ) : (
        <TooManyGuesses until={wait.until} />
      )}
      <TextField
        label={words.handle}
        name="handle"
        autoComplete="username"
        isVerbatim
        autoFocus
        isMono
        lead="@"
        value={handle}
        onChange={(text) => {
          setHandle(text)
          signIn.mend('handle')
        }}
        problem={signIn.problems.handle}
        maxLength={limits.handleCharsMax + 1}
      />
      <PasswordField
        label={words.password}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(text) => {
          setPassword(text)
          signIn.mend('password')
        }}
        problem={signIn.problems.password}
        maxLength={limits.passwordCharsMax}
      />
      <FormActions>
        <Button type="submit" look="primary" isPending={signIn.isPending} isDisabled={wait.until !== null}>
          {words.submit}
        </Button>
      </FormActions>
    </Form>
  )
}

/** The handle is mostly right; the password is what has to be typed again. */
function focusPassword(): void {
  focusSoon(() => document.querySelector<HTMLElement>('input[name="password"]'))
}

function TooManyGuesses({ until }: { until: number }) {
  const format = useFormat()
  const words = signInStrings.tooMany
  return (
    <Notice tone="wait" title={words.title} isAlert>
      {words.text(format.wait(until - Date.now()), format.clock(until))}
    </Notice>
  )
}

/** Keeps the button still until the server would listen again. */
function useWait() {
  const [until, setUntil] = useState<number | null>(null)
  useEffect(() => {
    if (until === null) return
    const timer = setTimeout(() => setUntil(null), until - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  return { until, start: (ms: number) => setUntil(Date.now() + ms) }
}
