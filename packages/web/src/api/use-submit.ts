// One submit of a form or a press of a button that changes something: its state, the problems at its fields, and the
// Idempotency-Key that stays the same while the same thing is tried again.

import type { RouteName } from '@heddle/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from './call-error.ts'
import type { AnswerOf, CallInput, CallOptions } from './call-types.ts'
import { useClient } from './client-context.tsx'
import { problemsOf } from './explain-error.ts'
import { newKey } from './new-key.ts'
import { createSubmitKeys } from './submit-key.ts'

export type Problems = Readonly<Record<string, string>>

export interface Submit<N extends RouteName> {
  submit(input: CallInput<N>): void
  /** Stops before sending, because the page itself sees what is wrong. */
  refuse(problems: Problems): void
  /** The reader is mending this field. */
  mend(field: string): void
  forget(): void
  isPending: boolean
  error: CallError | null
  problems: Problems
  /** How many attempts failed so far. */
  failures: number
}

interface Outcome {
  error: CallError | null
  problems: Problems
  failures: number
}

export function useSubmit<N extends RouteName>(
  name: N,
  on: { done(answer: AnswerOf<N>, input: CallInput<N>): void; failed?(error: CallError): void },
): Submit<N> {
  const client = useClient()
  const [keys] = useState(() => createSubmitKeys(newKey))
  const [outcome, setOutcome] = useState<Outcome>({ error: null, problems: {}, failures: 0 })

  const fail = (error: CallError | null, problems: Problems) =>
    setOutcome((last) => ({ error, problems, failures: last.failures + 1 }))
  const forget = () => setOutcome((last) => ({ ...last, error: null, problems: {} }))

  const mutation = useMutation({
    mutationFn: (input: CallInput<N>) =>
      client.call(name, { ...input, key: keys.keyFor(input) } as unknown as CallOptions<N>),
    onMutate: forget,
    onSuccess: (answer, input) => {
      keys.settle()
      on.done(answer, input)
    },
    onError: (error) => {
      const known = error instanceof CallError ? error : new CallError('not_understood', String(error))
      fail(known, problemsOf(known))
      on.failed?.(known)
    },
  })

  return {
    submit: (input) => {
      if (!mutation.isPending) mutation.mutate(input)
    },
    refuse: (problems) => fail(null, problems),
    mend: (field) => setOutcome((last) => ({ ...last, problems: without(last.problems, field) })),
    forget,
    isPending: mutation.isPending,
    ...outcome,
  }
}

function without(problems: Problems, field: string): Problems {
  if (!(field in problems)) return problems
  return Object.fromEntries(Object.entries(problems).filter(([name]) => name !== field))
}
