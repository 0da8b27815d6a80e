// Oneself: profile, preferences, API tokens, sign-ins.

import type { SignInId, TokenId } from '@heddle/contract'
import type { People } from '../../../people/people.ts'
import { answer, type Register } from '../api/call.ts'
import { createdTokenJson, meJson, pageJson, signInJson, tokenJson } from '../to-json.ts'

export type MeRoutesPeople = Pick<
  People,
  | 'readMe'
  | 'prepareChangeMe'
  | 'changeMe'
  | 'readPreferences'
  | 'writePreferences'
  | 'listTokens'
  | 'createToken'
  | 'revokeTokens'
  | 'listSignIns'
  | 'endSignIns'
>

export function registerMeRoutes(register: Register, people: MeRoutesPeople): void {
  register('readMe', async ({ actor, read }) => {
    return answer(meJson(await read((r) => people.readMe(r, actor)), actor))
  })

  register('changeMe', async ({ actor, body, ifMatch, address, commit }) => {
    const prepared = await people.prepareChangeMe(actor, { ...body, address })
    return answer(meJson(await commit((t) => people.changeMe(t, actor, prepared, ifMatch)), actor))
  })

  register('readPreferences', async ({ actor, read }) => {
    return answer(await read((r) => people.readPreferences(r, actor)))
  })

  register('writePreferences', async ({ actor, body, commit }) => {
    return answer(await commit((t) => people.writePreferences(t, actor, body)))
  })

  registerTokenRoutes(register, people)
  registerOwnSignInRoutes(register, people)
}

function registerTokenRoutes(register: Register, people: MeRoutesPeople): void {
  register('listTokens', async ({ actor, query, read }) => {
    return answer(pageJson(await read((r) => people.listTokens(r, actor, query)), tokenJson))
  })

  register('createToken', async ({ actor, body, commit }) => {
    return commit(async (t) => answer(createdTokenJson(await people.createToken(t, actor, body))))
  })

  register('revokeTokens', async ({ actor, query, commit }) => {
    await commit((t) => people.revokeTokens(t, actor, named<TokenId>(query.id)))
    return answer(undefined)
  })

  register('revokeToken', async ({ actor, path, commit }) => {
    await commit((t) => people.revokeTokens(t, actor, named<TokenId>(path.id)))
    return answer(undefined)
  })
}

function registerOwnSignInRoutes(register: Register, people: MeRoutesPeople): void {
  register('listSignIns', async ({ actor, query, read }) => {
    return answer(pageJson(await read((r) => people.listSignIns(r, actor, query)), signInJson))
  })

  register('endSignIns', async ({ actor, query, commit }) => {
    await commit((t) => people.endSignIns(t, actor, named<SignInId>(query.id)))
    return answer(undefined, query.id === actor.credential.id ? 'ended' : undefined)
  })

  register('endSignIn', async ({ actor, path, commit }) => {
    await commit((t) => people.endSignIns(t, actor, named<SignInId>(path.id)))
    return answer(undefined, path.id === actor.credential.id ? 'ended' : undefined)
  })
}

/** An id from outside is only a text that may name something; the room finds out whether it does. */
function named<Id extends string>(id: string | undefined): { id?: Id } {
  return id === undefined ? {} : { id: id as Id }
}
