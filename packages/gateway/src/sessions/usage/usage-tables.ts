// The table of what was used, as its migration makes it.

import type { PersonId } from '@heddle/contract'
import { queriesOver } from '../../foundation/database/query.ts'
import type { SessionsTables } from '../sessions-tables.ts'

export interface UsageHourRow extends UsageFigures {
  /** Empty for what nobody asked for. */
  person_id: PersonId | ''
  /** When it begins, a whole hour of UTC in milliseconds. */
  hour: number
  agent_id: string
  model: string
}

export interface UsageFigures {
  turns: number
  input_tokens: number
  output_tokens: number
  cached_tokens: number
  cost_micros: number
  unpriced_turns: number
}

export const queries = queriesOver<SessionsTables & { usage_hours: UsageHourRow }>()
