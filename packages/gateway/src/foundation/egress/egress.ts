// The one way out of the house over HTTP, as a port. Whoever makes a request says how far it may reach; the real one, in
// real-egress.ts, resolves the name, judges every answer, and connects to exactly what was judged.

/**
 * `public`: only what anybody on the internet could reach, for addresses that a model or a page chose.
 * `not-link-local`: loopback and private networks too, for addresses that an admin chose.
 * `anywhere`: for what the configuration's file says; whoever writes it is on the machine already.
 */
export type Reach = 'public' | 'not-link-local' | 'anywhere'

export interface EgressRules {
  reach: Reach
  /** Names or addresses, compared whole, that `public` reaches too, unless they are link-local. */
  allowHosts?: readonly string[]
  /** Absent: whoever asks has time-outs of its own, by the signal. */
  times?: EgressTimes
}

export interface EgressTimes {
  connectMs: number
  /** From the connection to the last of the headers. */
  headersMs: number
}

export interface Egress {
  /**
   * One request. Redirects come back as they are, and so do bodies: nothing is decompressed. Throws AddressNotAllowed,
   * EgressTooSlow, what the signal says, and whatever the network does.
   */
  (url: string, init: RequestInit, rules: EgressRules): Promise<Response>
}

/** A name or an address that is not reached. */
export class AddressNotAllowed extends Error {
  readonly host: string
  /** Whether `allowHosts` could say otherwise. */
  readonly isUpToRules: boolean

  constructor(host: string, reason = 'it is not an address for this', isUpToRules = false) {
    super(`${host} is not reached from here: ${reason}`)
    this.name = 'AddressNotAllowed'
    this.host = host
    this.isUpToRules = isUpToRules
  }
}

export class EgressTooSlow extends Error {
  constructor(waitedFor: 'a connection' | 'an answer' | 'the rest of the answer') {
    super(`waited too long for ${waitedFor}`)
    this.name = 'EgressTooSlow'
  }
}
