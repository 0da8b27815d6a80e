// The network as model providers use it. Redirects are not followed: the key and the conversation go to the address
// that the configuration names, and to no other.

import type { Egress } from '../../foundation/egress/egress.ts'
import { createRealEgress } from '../../foundation/egress/real-egress.ts'
import { createRealClock } from '../../foundation/real-clock.ts'
import { type ModelFetch, TooMuchUnread, unreadBytesMax } from './model-fetch.ts'

export function createRealModelFetch(
  egress: Egress = createRealEgress({ clock: createRealClock() }),
): ModelFetch {
  return async (url, init, flow) => {
    const response = await egress(url, init, { reach: flow.isGuarded ? 'not-link-local' : 'anywhere' })
    if (response.body === null) return response
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
          flow.unreadBytes += bytes.byteLength
          if (flow.unreadBytes > unreadBytesMax) throw new TooMuchUnread()
          controller.enqueue(bytes)
        },
      }),
    )
    return new Response(counted, response)
  }
}
