// Tells the server how far one has read: what was the newest and in sight for a second, at most once in two seconds, and
// nothing that it knows already.

export interface ReadMarker {
  /** The newest entry while it is in sight; undefined while it is not. */
  see(seq: number | undefined): void
  /** The server knows it as read up to here, from this page or from another. */
  know(seq: number): void
}

export interface ReadMarkerDeps {
  /** False when it could not be sent. */
  send(seq: number): boolean
  now(): number
  after(ms: number, run: () => void): () => void
}

const inSightMs = 1_000
const betweenMs = 2_000

export function createReadMarker({ send, now, after }: ReadMarkerDeps): ReadMarker {
  let seen: number | undefined
  let known = 0
  let sentAt = Number.NEGATIVE_INFINITY
  let cancel: (() => void) | undefined

  function arm(): void {
    if (cancel || seen === undefined || seen <= known) return
    const inSight = seen
    cancel = after(Math.max(inSightMs, sentAt + betweenMs - now()), () => {
      cancel = undefined
      if (inSight > known) {
        sentAt = now()
        if (send(inSight)) known = inSight
      }
      arm()
    })
  }

  return {
    see(seq) {
      seen = seq
      if (seq === undefined) {
        cancel?.()
        cancel = undefined
      }
      arm()
    },
    know(seq) {
      known = Math.max(known, seq)
    },
  }
}
