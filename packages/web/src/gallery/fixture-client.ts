// Stands in for the server in the gallery: answers from the fixture, checked against the contract like real ones.

import type { RouteName } from '@heddle/contract'
import { CallError } from '../api/call-error.ts'
import type { AnswerOf, CallOptions } from '../api/call-types.ts'
import { calls } from '../api/calls.at-build.ts'
import type { Client } from '../api/client.ts'
import type { Answers } from './fixture.ts'

export function createFixtureClient(answers: Answers): Client {
  return {
    async call<N extends RouteName>(name: N, options: CallOptions<N>): Promise<AnswerOf<N>> {
      const answer: ((options: CallOptions<N>) => AnswerOf<N>) | undefined = answers[name]
      if (!answer) return new Promise(() => {})
      const given = answer(options)
      const checked = calls[name].answer.safeParse(given)
      if (!checked.success) throw new CallError('not_understood', `${name}: the answer has another shape`)
      return given
    },
  }
}
