// What kind of place an IP address is. Pure, and by the registries of special addresses (RFC 6890 and what came after). An
// address of IPv6 that carries one of IPv4 is judged by both: a translator on the way would unpack it.

export type AddressKind = 'public' | 'not-public' | 'link-local'

/** Undefined when it is no address. */
export function kindOfAddress(text: string): AddressKind | undefined {
  const v4 = readIpv4(text)
  if (v4 !== undefined) return kindOfIpv4(v4)
  const v6 = readIpv6(text)
  if (v6 === undefined) return undefined
  const carried = ipv4In(v6)
  if (carried !== undefined) return kindOfIpv4(carried)
  if (isIn(v6, linkLocal6)) return 'link-local'
  // Through a tunnel nobody knows where it ends; these are not in use any more.
  const tunnelled = [...tunnelledIn(v6)]
  if (tunnelled.some((address) => kindOfIpv4(address) === 'link-local')) return 'link-local'
  return isIn(v6, ['2000::/3']) && !isIn(v6, special6) ? 'public' : 'not-public'
}

// Besides link-local itself, where Amazon, Alibaba, Oracle and Azure hand out what belongs to the machine.
const linkLocal4 = ['169.254.0.0/16', '100.100.100.200/32', '192.0.0.192/32', '168.63.129.16/32']
const linkLocal6 = ['fe80::/10', 'fd00:ec2::254/128']

const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Within 2000::/3: protocols (with Teredo), documentation, 6to4, the servers of reverse names. */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

function kindOfIpv4(bits: bigint): AddressKind {
  if (isIn({ bits, width: 32 }, linkLocal4)) return 'link-local'
  return isIn({ bits, width: 32 }, special4) ? 'not-public' : 'public'
}

/** Mapped addresses, and those of the usual translator from IPv6 to IPv4. */
function ipv4In(address: Ipv6): bigint | undefined {
  return isIn(address, ['::ffff:0:0/96', '64:ff9b::/96']) ? address.bits & 0xffff_ffffn : undefined
}

/** 6to4, Teredo (both ends, one of them written upside down), translators of one's own, and the oldest form. */
function* tunnelledIn({ bits, width }: Ipv6): Iterable<bigint> {
  const address = { bits, width } as const
  if (isIn(address, ['2002::/16'])) yield (bits >> 80n) & 0xffff_ffffn
  if (isIn(address, ['2001::/32'])) {
    yield (bits >> 64n) & 0xffff_ffffn
    yield (bits & 0xffff_ffffn) ^ 0xffff_ffffn
  }
  if (isIn(address, ['64:ff9b:1::/48', '::/96', '::ffff:0:0:0/96'])) yield bits & 0xffff_ffffn
}

interface Address {
  bits: bigint
  width: 32 | 128
}
type Ipv6 = Address & { width: 128 }

function isIn({ bits, width }: Address, ranges: readonly string[]): boolean {
  return ranges.some((range) => {
    const [start = '', prefix = ''] = range.split('/')
    const base = width === 32 ? readIpv4(start) : readIpv6(start)?.bits
    const rest = BigInt(width - Number(prefix))
    return base !== undefined && base >> rest === bits >> rest
  })
}

/** Four plain numbers and nothing else: "0177.0.0.1" and "127.1" are names to this. */
function readIpv4(text: string): bigint | undefined {
  if (!/^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/.test(text)) return undefined
  const parts = text.split('.').map(Number)
  if (parts.some((part) => part > 255)) return undefined
  return parts.reduce((bits, part) => (bits << 8n) | BigInt(part), 0n)
}

function readIpv6(text: string): Ipv6 | undefined {
  // The zone says which network of this machine is meant, which changes nothing.
  const groups = groupsOf(text.replace(/%.*$/, ''))
  if (groups === undefined) return undefined
  return { bits: groups.reduce((bits, group) => (bits << 16n) | BigInt(group), 0n), width: 128 }
}

function groupsOf(text: string): number[] | undefined {
  const halves = text.split('::')
  if (!text.includes(':') || halves.length > 2) return undefined
  const [head = [], tail] = halves.map((half) => readGroups(half))
  if (halves.length === 1) return head.length === 8 && isWhole(head) ? head : undefined
  const missing = 8 - head.length - (tail ?? []).length
  if (missing < 1) return undefined
  const groups = [...head, ...Array<number>(missing).fill(0), ...(tail ?? [])]
  return isWhole(groups) ? groups : undefined
}

function readGroups(half: string): number[] {
  if (half === '') return []
  return half.split(':').flatMap((part, index, parts) => {
    const v4 = index === parts.length - 1 && part.includes('.') ? readIpv4(part) : undefined
    if (v4 !== undefined) return [Number(v4 >> 16n), Number(v4 & 0xffffn)]
    return [/^[0-9a-f]{1,4}$/i.test(part) ? Number.parseInt(part, 16) : Number.NaN]
  })
}

function isWhole(groups: readonly number[]): boolean {
  return groups.every((group) => !Number.isNaN(group))
}
