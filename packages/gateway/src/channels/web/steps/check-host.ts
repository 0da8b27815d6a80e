// Refuses requests under a name that is not ours. A page on a foreign name that its owner points at our address (DNS
// rebinding) would otherwise speak to us as if it were our own.

import { isIP } from 'node:net'
import { refused } from '@heddle/contract'
import type { DoorStep } from '../door-env.ts'

export interface OurNames {
  /** What the configuration says to listen on. */
  host: string
  publicUrl(): string
}

export function checkHost(names: OurNames): DoorStep {
  return async (c, next) => {
    const asked = [new URL(c.req.url).hostname]
    const header = c.req.header('Host')
    if (header !== undefined) asked.push(hostnameOf(`http://${header}`) ?? '')
    const foreign = asked.find((name) => !isOurName(name, names))
    if (foreign !== undefined) {
      throw refused('foreign_origin', {
        message: `"${foreign.slice(0, 255)}" is not a name of this server. If it should be, set server.publicUrl to it.`,
      })
    }
    await next()
  }
}

export function isOurName(hostname: string, names: OurNames): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  // Nobody can point an address elsewhere: what was asked for under an address was asked of us.
  if (isIP(name) !== 0) return true
  return name === 'localhost' || name === names.host.toLowerCase() || name === hostnameOf(names.publicUrl())
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined
}
