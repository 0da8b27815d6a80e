// The port for passwords. The real one stands in real-passwords.ts; each call takes tens of milliseconds there, so it
// is made before a transaction, never in one.

export interface Passwords {
  /** A text that tells its own algorithm and parameters. Throws the refusal `busy` when too many wait. */
  hash(password: string): Promise<string>
  /**
   * Without a hash (nobody of that name, no password set) it does the same work and says no, so that the time taken
   * tells nothing. `stale`: right, but hashed with parameters of the past. Throws the refusal `busy` too.
   */
  verify(password: string, hash: string | undefined): Promise<{ ok: boolean; stale: boolean }>
}
