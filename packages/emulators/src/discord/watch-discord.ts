// Tells pages that something changed, not what: they look again. Several changes at once are told together.

import type { ServerResponse } from 'node:http'
import type { Discord } from './open-discord.ts'

export interface DiscordWatch {
  /** Streams events to a page, until it leaves. */
  follow(response: ServerResponse): void
  stop(): void
}

export function watchDiscord({ platform }: Pick<Discord, 'platform'>): DiscordWatch {
  const pages = new Set<ServerResponse>()
  let isDue = false

  function tell(): void {
    isDue = false
    for (const page of pages) page.write('data: changed\n\n')
  }

  const stopListening = platform.onEvent(() => {
    if (isDue) return
    isDue = true
    // After the verb that caused it.
    setImmediate(tell)
  })

  return {
    follow(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write(': hello\n\n')
      pages.add(response)
      response.once('close', () => pages.delete(response))
    },
    stop() {
      stopListening()
      for (const page of pages) page.end()
    },
  }
}
