// Where the live socket is, which language it speaks and why it closes.

export const liveProtocol = 1
export const livePath = '/api/v1/live'

export const closeCodes = {
  /** Sign in again; trying again does not help. */
  signIn: 4401,
  /** No longer a member, or no longer allowed to be here. */
  removed: 4403,
  /** Did not read fast enough; come back with the last `seq`. */
  slow: 4408,
  protocol: 4409,
  restart: 1012,
} as const
