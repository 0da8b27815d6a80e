// What can be done here now, and what of it is done already. Pure: the page draws what comes out.

import type { PersonJson, SettingJson } from '@heddle/contract'
import { chooseOffers } from '../../me/choose-offers.ts'

export type StepId = 'ask' | 'look' | 'name-place' | 'invite' | 'time-zone' | 'members' | 'token'

export interface Step {
  id: StepId
  href: string
  isDone: boolean
}

export interface HomeFacts {
  me: Pick<PersonJson, 'role' | 'timeZone'>
  /** Undefined while unknown; an unknown thing is not called done. */
  settings: readonly Pick<SettingJson, 'key' | 'source'>[] | undefined
  peopleCount: number | undefined
  sessionCount: number | undefined
}

export function chooseSteps({ me, settings, peopleCount, sessionCount }: HomeFacts): Step[] {
  const offers = chooseOffers(me.role)
  const isNamed =
    settings?.some((setting) => setting.key === 'team.name' && setting.source !== 'default') ?? false
  const steps: Step[] = [
    {
      id: offers.sessions ? 'ask' : 'look',
      href: '/sessions',
      isDone: offers.sessions && (sessionCount ?? 0) > 0,
    },
  ]
  if (offers.team) steps.push({ id: 'name-place', href: '/settings/team', isDone: isNamed })
  if (offers.invites) steps.push({ id: 'invite', href: '/members/invites', isDone: (peopleCount ?? 1) > 1 })
  else steps.push({ id: 'members', href: '/members', isDone: false })
  steps.push({ id: 'time-zone', href: '/settings', isDone: me.timeZone !== null })
  steps.push({ id: 'token', href: '/settings/tokens', isDone: false })
  return steps
}
