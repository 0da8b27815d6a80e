// What an account comes in with may stand in the sealed store instead of the file: one secret for each key, by the name of
// its account. What the file says counts first.

import type { OutsideChannel } from './choose-place-rules.ts'

/** What opens a door, on each channel. */
const credentialKeys: Readonly<Record<OutsideChannel, readonly string[]>> = {
  discord: ['token'],
  loopback: [],
}

export interface AccountName {
  channel: OutsideChannel
  accountId: string
}

/** What `heddle secret set` calls it. */
export function credentialName({ channel, accountId }: AccountName, key: string): string {
  return `channels.${channel}.${accountId}.${key}`
}

export function isCredentialName(secretName: string): boolean {
  return secretName.startsWith('channels.')
}

/** Those that the file leaves to the store. */
export function credentialsLeftOut(
  { channel }: Pick<AccountName, 'channel'>,
  settings: Readonly<Record<string, unknown>>,
): readonly string[] {
  return credentialKeys[channel].filter((key) => settings[key] === undefined)
}

/** `read` answers undefined where there is no secret of that name. */
export async function readCredentials(
  account: AccountName,
  read: (secretName: string) => Promise<string | undefined>,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const key of credentialKeys[account.channel]) {
    // Pasted and piped, with a line end behind it.
    const value = (await read(credentialName(account, key)))?.trim()
    if (value) found[key] = value
  }
  return found
}
