// Keeps secrets out of what is told of the configuration: values by the name of their key, and passwords inside addresses.

const secretKey = /(key|token|secret|password|passphrase|credentials?)$/i
/** Whatever stands in them is mostly there because it is one. */
const secretPlaces = new Set(['headers', 'env'])
const mask = '••••••'

/** Whether all that stands under this key is to be kept to oneself, whatever it is called. */
export function isSecretPlace(key: string): boolean {
  return secretPlaces.has(key)
}

export function maskConfigValue(key: string, value: unknown): unknown {
  if (typeof value === 'string') return maskText(key, value)
  if (Array.isArray(value)) return value.map((item) => maskConfigValue(key, item))
  // A password of digits without quotes is a number.
  if (typeof value === 'number' && secretKey.test(key)) return mask
  if (typeof value !== 'object' || value === null) return value
  if (secretPlaces.has(key)) return Object.fromEntries(Object.keys(value).map((name) => [name, mask]))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskConfigValue(name, item)]))
}

function maskText(key: string, text: string): string {
  if (text !== '' && secretKey.test(key)) return mask
  return text.replaceAll(/:\/\/([^\s/:@]*):[^\s/@]*@/g, `://$1:${mask}@`)
}
