// Keeps secrets out of what is told of the configuration: values by the name of their key, and passwords inside addresses.

const secretKey = /(key|token|secret|password|passphrase|credentials?)$/i
const mask = '••••••'

export function maskConfigValue(key: string, value: unknown): unknown {
  if (typeof value === 'string') return maskText(key, value)
  if (Array.isArray(value)) return value.map((item) => maskConfigValue(key, item))
  // A password of digits without quotes is a number.
  if (typeof value === 'number' && secretKey.test(key)) return mask
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskConfigValue(name, item)]))
}

function maskText(key: string, text: string): string {
  if (text !== '' && secretKey.test(key)) return mask
  return text.replaceAll(/:\/\/([^\s/:@]*):[^\s/@]*@/g, `://$1:${mask}@`)
}
