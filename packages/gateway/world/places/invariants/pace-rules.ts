// I8, I51: what comes late says so, and a place that is to be left alone delays no other.

import { limits } from '@heddle/contract'
import type { PlacesShape } from '../places-shape.ts'
import type { PlacesInvariant } from './places-evidence.ts'

/** Between the row and what is seen: a request that takes its time. */
const onItsWayMs = 60_000
const promptMs = 30_000

interface SentRow {
  id: string
  destination: string
  platform_id: string
  created_at: number
  sent_at: number
}

/** It is said once for a text, in front of it. */
const sent = `select id, destination, platform_id, created_at, sent_at from deliveries
  where kind = 'message' and state = 'sent' and platform_id is not null and part = 1`

export function paceRules(shape: Pick<PlacesShape, 'faults' | 'platform'>): PlacesInvariant[] {
  return [
    // The times of a clock that jumps say nothing about how late something is.
    ...(shape.faults.includes('clock-jump') ? [] : [lateIsLabelled]),
    ...(isSound(shape) ? [othersGoOn] : []),
  ]
}

/** Nothing goes wrong but that one place takes nothing; elsewhere nothing has to wait behind what came before it. */
function isSound({ faults, platform }: Pick<PlacesShape, 'faults' | 'platform'>): boolean {
  const isQuick = platform.transitMs <= 20 && !platform.limitsRates
  return faults.length === 0 && platform.troubles.length === 0 && isQuick
}

const lateIsLabelled: PlacesInvariant = {
  rule: 'I8',
  at: 'rest',
  check: ({ rows, truth }) =>
    rows<SentRow>(sent).flatMap(({ id, platform_id, created_at }) => {
      const shown = truth.town.platform.state.messages.get(platform_id)
      if (shown === undefined || shown.editedAt !== undefined) return []
      const lateMs = shown.createdAt - created_at
      if (lateMs < limits.deliveryLateMs + onItsWayMs || /delayed/i.test(shown.text.slice(0, 80))) return []
      return [`${id} was shown ${Math.round(lateMs / 60_000)} minutes late, and does not say so`]
    }),
}

const othersGoOn: PlacesInvariant = {
  rule: 'I51',
  at: 'rest',
  check: ({ rows, truth }) =>
    rows<SentRow>(sent)
      .filter(({ destination }) => !destination.endsWith(`/${truth.town.blocked}`))
      .filter(({ created_at, sent_at }) => sent_at - created_at > promptMs)
      .map(({ id, destination, created_at, sent_at }) => {
        return `${id} waited ${sent_at - created_at} ms for ${destination}, where nothing is wrong`
      }),
}
