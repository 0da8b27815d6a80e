// Chance as the rooms see it: bytes for ids and credentials, a fraction for jitter.

export interface Random {
  bytes(count: number): Uint8Array
  /** At least 0, below 1. */
  fraction(): number
}
