// The network as model providers use it. Redirects are not followed: the key and the conversation go to the address
// that the configuration names, and to no other.

import { requestGuarded } from './real-guarded-request.ts'
import { type ModelFetch, TooMuchUnread, unreadBytesMax } from './model-fetch.ts'

export function createRealModelFetch(): ModelFetch {
  return async (url, init, flow) => {
    const response = flow.isGuarded
      ? await requestGuarded(url, init)
      : await fetch(url, { ...init, redirect: 'manual' })
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
