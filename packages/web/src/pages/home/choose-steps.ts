// What is left to set up here, and what of it is done. Only for those who may: everyone else has nothing to set up. Pure:
// the card draws what comes out.

import type { ModelJson, Role, SettingJson } from '@heddle/contract'
import { chooseOffers } from '../../me/choose-offers.ts'

export type StepId = 'name-place' | 'invite' | 'add-key'

export interface Step {
  id: StepId
  href: string
  isDone: boolean
}

export interface SetupFacts {
  role: Role
  /** Undefined while unknown; an unknown thing is not called done. */
  settings: readonly Pick<SettingJson, 'key' | 'source'>[] | undefined
  peopleCount: number | undefined
  models: readonly Pick<ModelJson, 'isDemo'>[] | undefined
}

export function chooseSteps({ role, settings, peopleCount, models }: SetupFacts): Step[] {
  const offers = chooseOffers(role)
  const isNamed =
    settings?.some((setting) => setting.key === 'team.name' && setting.source !== 'default') ?? false
  const steps: Step[] = []
  if (offers.team) {
    const hasModel = models?.some((model) => !model.isDemo) ?? false
    steps.push({ id: 'add-key', href: '/settings/models', isDone: hasModel })
  }
  if (offers.invites) steps.push({ id: 'invite', href: '/members/invites', isDone: (peopleCount ?? 1) > 1 })
  if (offers.team) steps.push({ id: 'name-place', href: '/settings/team', isDone: isNamed })
  return steps
}

/** Known as a whole and something of it open: a card that comes, changes or goes while one looks would be in the way. */
export function isWorthShowing(facts: SetupFacts): boolean {
  const { settings, peopleCount, models } = facts
  if (settings === undefined || peopleCount === undefined || models === undefined) return false
  return chooseSteps(facts).some((step) => !step.isDone)
}
