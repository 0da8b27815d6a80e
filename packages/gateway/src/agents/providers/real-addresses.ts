// Which addresses a provider that was set in the web may not have, nor a test: link-local ones, at which clouds hand out
// the secrets of the machine to whoever asks from it. Loopback and private networks may be had: local model servers are
// there. (docs/decisions/0016-addresses-of-providers.md)

import { BlockList, isIP } from 'node:net'

export function isAllowedAddress(address: string): boolean {
  const family = isIP(address)
  // What is no address cannot be judged.
  return family !== 0 && !forbidden.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Undefined when the URL has a name, which is judged by what it resolves to. */
export function literalAddressOf(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? undefined : host
}

const forbidden = new BlockList()
forbidden.addSubnet('169.254.0.0', 16, 'ipv4')
forbidden.addSubnet('fe80::', 10, 'ipv6')
// Where Amazon, Alibaba, Oracle and Azure answer besides.
forbidden.addAddress('fd00:ec2::254', 'ipv6')
forbidden.addAddress('100.100.100.200', 'ipv4')
forbidden.addAddress('192.0.0.192', 'ipv4')
forbidden.addAddress('168.63.129.16', 'ipv4')
// The same through a translation of addresses: 64:ff9b::/96 and 2002::/16 carry one of IPv4.
forbidden.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6')
forbidden.addSubnet('2002:a9fe::', 32, 'ipv6')
