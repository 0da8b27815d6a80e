// The one decision of the house: may this actor do this to that? Pure; whatever the table in rules.ts does not say is
// no.

import { type Action, atLeast, type RefusalCode } from '@heddle/contract'
import type { Actor, PersonActor } from './actor.ts'
import type { Resource, Verdict } from './people-values.ts'
import { type Rule, ruleOf } from './rules.ts'

export function authorize(actor: Actor, action: Action, resource: Resource): Verdict {
  const rule = ruleOf(action)
  if (!rule) return no('not_allowed', unknownAction)
  const tried = judgeActor(actor, rule)
  if (!tried.ok) return tried
  if (!rule.on.includes(resource.kind)) return no('not_allowed', 'This cannot be done to that.')
  if (actor.kind === 'guest' && !rule.guest?.(actor, resource)) {
    return no('not_allowed', 'Guests may not do this here.')
  }
  if (actor.kind !== 'person' || rule.also === undefined || rule.also(actor, resource)) return yes
  return no('not_allowed', 'You may not do this here.')
}

/** Whether the actor could do it to anything at all. */
export function mayTry(actor: Actor, action: Action): Verdict {
  const rule = ruleOf(action)
  return rule ? judgeActor(actor, rule) : no('not_allowed', unknownAction)
}

export function isAudited(action: Action, resource?: Resource): boolean {
  // Preferences are a matter of taste: the only change of oneself that decides nothing.
  return ruleOf(action)?.audited === true && resource?.kind !== 'preferences'
}

function judgeActor(actor: Actor, rule: Rule): Verdict {
  switch (actor.kind) {
    case 'person':
      return judgePerson(actor, rule)
    case 'operator':
      return rule.operator ? yes : no('not_allowed', 'This needs a person.')
    case 'guest':
      return rule.guest && actor.admitted ? yes : no('not_allowed', 'Guests may not do this.')
    case 'anonymous':
      return rule.anonymous ? yes : no('not_signed_in')
    default:
      return no('not_allowed')
  }
}

function judgePerson(actor: PersonActor, rule: Rule): Verdict {
  if (rule.role === 'nobody') return no('not_allowed', 'Only the command line on the server can do this.')
  if (!atLeast(actor.role, rule.role)) return no('not_allowed', `This needs the role ${rule.role}.`)
  const missing = rule.scopes.find((scope) => !actor.scopes.includes(scope))
  if (missing !== undefined) return no('not_allowed', `This token lacks the scope ${missing}.`)
  return yes
}

const yes: Verdict = { ok: true }
const unknownAction = 'There is no such action.'

function no(code: RefusalCode, reason = ''): Verdict {
  return { ok: false, code, reason }
}
