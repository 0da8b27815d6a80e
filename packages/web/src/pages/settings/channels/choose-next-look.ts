// When the states of accounts are read again although nobody asks: soon while one of them is not heard, and now and then
// otherwise, because an account can be lost at any time. Pure.

import type { ChannelAccountJson } from '@heddle/contract'

const soonMs = 3_000
const laterMs = 30_000

export function chooseNextLook(accounts: readonly Pick<ChannelAccountJson, 'state'>[] | undefined): number {
  return accounts?.some(({ state }) => state !== 'heard') ? soonMs : laterMs
}
