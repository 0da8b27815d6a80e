// Coming in and leaving: sign-in by password, owner and invite links, sign-out.

import { Refusal } from '@heddle/contract'
import type { People, SignedIn } from '../../../people/people.ts'
import { type Answer, answer, type Register } from '../api/call.ts'
import type { DoorSettings } from './settings-routes.ts'
import { iso, meJson } from '../to-json.ts'

export type SignInOutcome = 'signed_in' | 'wrong' | 'limited'

export interface SignInRoutesDeps {
  people: Pick<People, 'prepareSignIn' | 'signIn' | 'signOut' | 'previewJoin' | 'prepareJoin' | 'join'>
  settings: Pick<DoorSettings, 'value'>
  onSignIn(outcome: SignInOutcome): void
}

export function registerSignInRoutes(register: Register, deps: SignInRoutesDeps): void {
  const { people } = deps

  register('signIn', async ({ body, address, device, commit }) => {
    try {
      const prepared = await people.prepareSignIn({ ...body, address, device })
      const signedIn = await commit((t) => people.signIn(t, prepared))
      deps.onSignIn('signed_in')
      return welcome(signedIn)
    } catch (error) {
      const outcome = error instanceof Refusal ? failedOutcome(error) : undefined
      if (outcome !== undefined) deps.onSignIn(outcome)
      throw error
    }
  })

  register('signOut', async ({ actor, commit }) => {
    await commit((t) => people.signOut(t, actor))
    return answer(undefined, 'ended')
  })

  register('previewJoin', async ({ body, address, read, now }) => {
    const preview = await read((r) => people.previewJoin(r, { code: body.code, address }, now))
    const teamName = deps.settings.value('team.name')
    return answer({ role: preview.role, teamName, expiresAt: iso(preview.expiresAt) })
  })

  register('join', async ({ body, address, device, commit }) => {
    const prepared = await people.prepareJoin({ ...body, address, device })
    return commit(async (t) => welcome(await people.join(t, prepared)))
  })
}

function welcome(signedIn: SignedIn): Answer<ReturnType<typeof meJson>> {
  const { person, actor, secret, expiresAt } = signedIn
  return answer(meJson(person, actor), { secret, expiresAt })
}

function failedOutcome(refusal: Refusal): SignInOutcome | undefined {
  if (refusal.code === 'wrong_credentials') return 'wrong'
  return refusal.code === 'too_many_guesses' || refusal.code === 'busy' ? 'limited' : undefined
}
