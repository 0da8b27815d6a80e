// What the vendors' models usually cost and how much fits into them, where the configuration does not say. The list is
// dated and small: prices change, and what the configuration says is always right.

import type { ProviderKind } from '../agents-config.ts'
import type { ModelCost } from '../agents.ts'
import priceList from './price-list.json' with { type: 'json' }

export interface UsualModel {
  cost: ModelCost
  contextTokens: number
  vision: boolean
}

type Vendor = keyof typeof priceList.vendors

const vendors: Readonly<Record<Vendor, Readonly<Record<string, UsualModel>>>> = priceList.vendors

/** Undefined for a model that the list does not have: it is never priced like one that only looks like it. */
export function findUsual(kind: ProviderKind, model: string): UsualModel | undefined {
  const { vendor, id } = kind === 'openrouter' ? splitRoute(model) : { vendor: kind, id: model }
  if (!isVendor(vendor)) return undefined
  const models = vendors[vendor]
  const name = [id, withoutDate(id)].find((known) => Object.hasOwn(models, known))
  return name === undefined ? undefined : models[name]
}

/** "anthropic/claude-opus-5.5" is claude-opus-5-5 at home. A variant such as ":free" has a price of its own. */
function splitRoute(route: string): { vendor: string; id: string } {
  const [vendor = '', id = ''] = route.split('/')
  return { vendor, id: vendor === 'anthropic' ? id.replaceAll('.', '-') : id }
}

/** "claude-haiku-4-5-20251001" and "gpt-5-2025-08-07" are snapshots of what is listed. */
function withoutDate(id: string): string {
  return id.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, '')
}

function isVendor(name: string): name is Vendor {
  return Object.hasOwn(vendors, name)
}
