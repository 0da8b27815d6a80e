// The network that one party commands, as a key for counting its guesses: an IPv4 address stands for itself, an IPv6
// address for its /64, because whoever has one address of a /64 has all of them.

export function networkOf(address: string): string {
  const text = address.toLowerCase().split('%')[0] ?? ''
  if (!text.includes(':')) return text
  const groups = expand(text)
  // An IPv4 address in IPv6 clothes, as a socket that listens on both reports it.
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return dotted(groups[6]!, groups[7]!)
  return `${groups.slice(0, 4).join(':')}::/64`
}

function expand(text: string): string[] {
  const [head = '', tail] = text.split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const missing = Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array<string>(missing).fill('0'), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  )
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? hexOf(group) : [group]))
}

function hexOf(dottedEnd: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = dottedEnd.split('.').map(Number)
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)]
}

function dotted(high: string, low: string): string {
  const [h, l] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [h >> 8, h & 255, l >> 8, l & 255].join('.')
}
