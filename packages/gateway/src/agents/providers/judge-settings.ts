// The key of a provider as it is found for one call, and whether one can be asked with it at all.

import { AddressChanged } from '../find-api-key.ts'
import type { ModelError } from '../model.ts'
import type { ProviderSettings } from '../open-providers.ts'
import { keyMissing } from './classify-model-error.ts'
import { addressOf } from './vendor-addresses.ts'

export type ReadKey =
  | { kind: 'found'; apiKey: string }
  | { kind: 'none' }
  /** Sealed with a key that is not here. */
  | { kind: 'unreadable' }
  /** It is for another address than the one that was asked for. */
  | { kind: 'moved' }

export async function readKey(settings: ProviderSettings): Promise<ReadKey> {
  try {
    const apiKey = await settings.apiKey()
    return apiKey === undefined ? { kind: 'none' } : { kind: 'found', apiKey }
  } catch (error) {
    return { kind: error instanceof AddressChanged ? 'moved' : 'unreadable' }
  }
}

export function judgeSettings(settings: ProviderSettings, key: ReadKey): ModelError | undefined {
  const { name, kind, baseUrl } = settings
  if (key.kind === 'moved') {
    // May pass: the next attempt asks where it is now.
    return { kind: 'network', message: `${name} was changed in this moment, so that it was not asked.` }
  }
  const address = addressOf({ kind, ...(baseUrl !== undefined && { baseUrl }) })
  if (address === undefined)
    return { kind: 'refused', message: `models.providers.${name}.baseUrl is missing.` }
  // A key with signs that no header takes would be quoted in the error about it, so it is not even tried.
  if (key.kind === 'unreadable' || (key.kind === 'found' && !/^[\x21-\x7e]+$/.test(key.apiKey))) {
    const message = `The key of ${name} cannot be read or has signs that no key has. Set it again.`
    return { kind: 'refused', message }
  }
  // Vendors want one; what stands in for them may not.
  if (key.kind === 'none' && baseUrl === undefined) return keyMissing(name, settings.keyPlaces?.())
  return undefined
}
