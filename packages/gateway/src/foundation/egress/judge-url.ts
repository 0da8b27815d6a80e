// Whether a request may go to a URL, as far as that can be said before its name is resolved; and afterwards, whether it may
// go to an address. Pure.

import { kindOfAddress } from './address-kinds.ts'
import { AddressNotAllowed, type EgressRules } from './egress.ts'

/** The URL, or throws AddressNotAllowed with what is wrong with it. */
export function judgeUrl(text: string, rules: EgressRules): URL {
  if (!URL.canParse(text)) throw new AddressNotAllowed(shorten(text), 'it is not a URL')
  const url = new URL(text)
  const no = (reason: string) => new AddressNotAllowed(url.host || shorten(text), reason)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw no(`only http and https are spoken here, not ${url.protocol.slice(0, -1)}`)
  }
  const literal = literalAddressOf(url)
  if (literal !== undefined) assertReachable(literal, url, rules)
  if (rules.reach !== 'public') return url
  if (url.username !== '' || url.password !== '') throw no('a URL must not hold a name and a password')
  if (url.hostname.endsWith('.')) throw no('its name must not end with a dot')
  if (literal !== undefined && literal !== writtenHost(text)) {
    throw no(`write the address plainly, as ${literal}`)
  }
  if (blockedPorts.has(Number(url.port))) throw no(`port ${url.port} belongs to another protocol`)
  return url
}

/** Undefined when the URL has a name, which is judged by what it resolves to. */
export function literalAddressOf(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return kindOfAddress(host) === undefined ? undefined : host
}

/** Throws AddressNotAllowed. `url` is what the address was found for. */
export function assertReachable(address: string, url: URL, rules: EgressRules): void {
  const kind = kindOfAddress(address)
  const host = url.hostname
  if (kind === undefined) throw new AddressNotAllowed(host, 'it has no address that can be judged')
  if (rules.reach === 'anywhere' || kind === 'public') return
  if (kind === 'link-local') {
    throw new AddressNotAllowed(host, `${address} is link-local, where machines keep their own secrets`)
  }
  if (rules.reach === 'not-link-local' || isExempt(url, rules)) return
  throw new AddressNotAllowed(host, `${address} is not a public address`, true)
}

/** For the rules of a provider that is set in the web, before anything is asked. */
export function isLinkLocal(address: string): boolean {
  return kindOfAddress(address) === 'link-local'
}

function isExempt(url: URL, { allowHosts = [] }: EgressRules): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return allowHosts.some((allowed) => allowed.toLowerCase() === host)
}

/** As it stands in the text: the parser turns 0x7f.1 and 2130706433 into plain addresses. */
function writtenHost(text: string): string | undefined {
  const [, host] = /^\s*https?:[/\\]*([^/\\?#]*)/i.exec(text) ?? []
  const withoutPort = host?.replace(/:\d*$/, '')
  if (withoutPort === undefined || !withoutPort.startsWith('[')) return withoutPort
  // Of IPv6 there are many honest ways to write one address.
  const inside = withoutPort.slice(1, -1)
  return new URL(`http://[${inside}]`).hostname.slice(1, -1)
}

function shorten(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 99)}…` : text)
}

/** Those that browsers refuse (https://fetch.spec.whatwg.org/#port-blocking), and the usual databases. */
const blockedPorts = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1433, 1521, 1719, 1720,
  1723, 2049, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080, 11211, 27017,
])
