// Which Idempotency-Key a submit carries: the same one as long as the same thing is tried again, a new one as soon as
// something else is submitted or the last attempt was answered with success.

export interface SubmitKeys {
  keyFor(submitted: unknown): string
  settle(): void
}

export function createSubmitKeys(newKey: () => string): SubmitKeys {
  let pending: { fingerprint: string; key: string } | undefined
  return {
    keyFor(submitted) {
      const fingerprint = JSON.stringify(submitted)
      if (pending?.fingerprint !== fingerprint) pending = { fingerprint, key: newKey() }
      return pending.key
    },
    settle() {
      pending = undefined
    },
  }
}
