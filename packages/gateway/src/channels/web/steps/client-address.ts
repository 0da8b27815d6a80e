// Finds out who asks. X-Forwarded-For is believed only as far as proxies wrote it that the configuration names, read
// from the right: everything further left is what the client says of itself.

import { BlockList, isIP } from 'node:net'
import type { DoorContext, DoorStep } from '../door-env.ts'

export type IsTrusted = (address: string) => boolean

export function findClientAddress(trustedProxies: () => readonly string[]): DoorStep {
  let known: readonly string[] | undefined
  let isTrusted: IsTrusted = () => false
  return async (c, next) => {
    const proxies = trustedProxies()
    if (proxies !== known) {
      known = proxies
      isTrusted = trustOnly(proxies)
    }
    const peer = plainAddress(c.env?.incoming?.socket.remoteAddress ?? '') ?? 'unknown'
    c.set('peer', peer)
    c.set('address', chooseClientAddress(peer, c.req.header('X-Forwarded-For'), isTrusted))
    c.set('isBehindTrustedProxy', isTrusted(peer))
    await next()
  }
}

export function chooseClientAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: IsTrusted,
): string {
  let client = peer
  const hops = forwardedFor === undefined ? [] : forwardedFor.split(',')
  while (isTrusted(client)) {
    const hop = hops.pop()
    const next = hop === undefined ? undefined : plainAddress(hop.trim())
    // Nothing further, or nothing that is an address: the last proxy that we can name is whom we know.
    if (next === undefined) break
    client = next
  }
  return client
}

export function trustOnly(proxies: readonly string[]): IsTrusted {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [network = '', prefix] = proxy.split('/')
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(network, family)
    else list.addSubnet(network, Number(prefix), family)
  }
  return (address) => {
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

/** Without a port, brackets, zone or the IPv6 form of an IPv4 address; undefined if it is no address at all. */
export function plainAddress(text: string): string | undefined {
  const bare = text
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  const address = mapped?.[1] ?? bare
  return isIP(address) === 0 ? undefined : address.toLowerCase()
}

export function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

export function isForwarded(c: DoorContext): boolean {
  return ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'Forwarded', 'Via'].some(
    (name) => c.req.header(name) !== undefined,
  )
}
