// Draws one fixture with its own client, cache, person and address.

import { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { ApiProvider } from '../api/client-context.tsx'
import { createConnection } from '../api/connection.ts'
import { createAppearance } from '../appearance/appearance.ts'
import { AppearanceProvider } from '../appearance/appearance-context.tsx'
import { FormatProvider } from '../format/format-context.tsx'
import { LiveProvider } from '../live/live-context.tsx'
import { MeProvider } from '../me/me-context.tsx'
import { StatusRegion } from '../shell/status-region.tsx'
import { createDriver, settle } from './drive.ts'
import type { Fixture } from './fixture.ts'
import { createFixtureClient } from './fixture-client.ts'
import { createFixtureLive } from './fixture-live.ts'
import { about, ann, now } from './sample-people.ts'

export function Stage({ fixture, children }: { fixture: Fixture; children: ReactNode }) {
  const world = useMemo(() => createWorld(fixture), [fixture])
  return (
    <ApiProvider {...world.api}>
      <AppearanceProvider appearance={world.appearance}>
        <FormatProvider timeZone="Europe/Berlin" now={now}>
          <StatusRegion>
            <LiveProvider live={world.live}>
              <MeProvider me={fixture.me ?? ann}>
                <Router hook={world.location.hook} searchHook={world.location.searchHook}>
                  {children}
                </Router>
              </MeProvider>
            </LiveProvider>
          </StatusRegion>
        </FormatProvider>
      </AppearanceProvider>
    </ApiProvider>
  )
}

/** True once the fixture has been brought into its state. */
export function useActed(fixture: Fixture): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let isCurrent = true
    const act = async () => {
      await settle()
      await fixture.act?.(createDriver(document))
      await settle()
      if (isCurrent) setReady(true)
    }
    act().catch((error: unknown) => console.error(`fixture ${fixture.id}:`, error))
    return () => {
      isCurrent = false
    }
  }, [fixture])
  return isReady
}

function createWorld(fixture: Fixture) {
  const connection = createConnection()
  connection.report(!fixture.isConnectionLost)
  return {
    api: {
      client: createFixtureClient({ about: () => about, ...fixture.answers }),
      connection,
      queries: new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
    },
    live: createFixtureLive(fixture),
    // Looks at nothing and keeps nothing: the gallery's theme comes from its address.
    appearance: createAppearance({ root: { dataset: {} }, store: undefined }),
    location: memoryLocation({ path: fixture.path ?? '/' }),
  }
}
