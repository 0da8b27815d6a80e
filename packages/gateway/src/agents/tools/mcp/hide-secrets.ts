// A server may repeat what it was given, in an error or on its way out. What its entry holds in headers and environment is
// shown to nobody. In what a tool answers only credentials are hidden: a folder or an address out of the environment may be
// the very answer. Pure.

import type { McpEntry } from '../../tools-config.ts'

/** Shorter ones are no secrets, and would be found in every sentence. */
const charsMin = 6
const mask = '••••••'

const credential = /key|token|secret|pass|credential|auth/i

export type GivenToServer = Pick<McpEntry, 'headers' | 'env'>

/** For what a tool of the server answered. */
export function hideCredentials(text: string, { headers = {}, env = {} }: GivenToServer): string {
  const named = (all: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => credential.test(name)))
  return hideSecrets(text, { headers: named(headers), env: named(env) })
}

export function hideSecrets(text: string, { headers = {}, env = {} }: GivenToServer): string {
  // "Bearer x" comes back as x as well.
  const values = [...Object.values(env), ...Object.values(headers)].flatMap((value) => [
    value,
    ...value.split(/\s+/),
  ])
  return values
    .filter((value) => value.length >= charsMin)
    .toSorted((a, b) => b.length - a.length)
    .reduce((shown, value) => shown.replaceAll(value, mask), text)
}
