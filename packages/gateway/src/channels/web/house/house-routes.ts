// What whoever runs the house asks: does it live, is it ready, how is it doing. And the pictures that platforms show.

import { refused } from '@heddle/contract'
import type { Hono } from 'hono'
import { drawAvatar, isAvatarSeed } from '../../draw-avatar.ts'
import type { People } from '../../../people/people.ts'
import { askedOrigin } from '../steps/check-origin.ts'
import { isForwarded, isLoopback } from '../steps/client-address.ts'
import type { DoorContext, DoorEnv } from '../door-env.ts'
import { createMetricsText, type MetricsSources, type MetricsText } from './metrics-text.ts'
import type { RecogniseCaller } from '../api/recognise-caller.ts'

export type Readiness = { ready: true } | { ready: false; reason: string }

export interface HouseRoutesDeps {
  readiness(): Readiness
  metrics: MetricsSources
  recognise: RecogniseCaller
  people: Pick<People, 'demand'>
}

/** Says only that the loop turns: asking anything else here would have a slow disk restarted by whoever watches. */
export function addHealthRoute(app: Hono<DoorEnv>): void {
  app.get('/healthz', (c) => {
    c.set('route', 'healthz')
    c.header('Cache-Control', 'no-store')
    return c.text('ok\n')
  })
}

/** Pictures of personas: a platform fetches them, so nobody is asked who they are, and they say nothing (PER1). */
export function addAvatarRoute(app: Hono<DoorEnv>): void {
  app.get('/avatars/:file', (c) => {
    c.set('route', 'avatar')
    const [, seed] = /^(.+)\.png$/.exec(c.req.param('file')) ?? []
    if (seed === undefined || !isAvatarSeed(seed)) throw refused('not_found')
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    return c.body(drawAvatar(seed), 200, { 'Content-Type': 'image/png' })
  })
}

export function addHouseRoutes(app: Hono<DoorEnv>, deps: HouseRoutesDeps): void {
  let metrics: Promise<MetricsText> | undefined

  app.get('/readyz', (c) => {
    c.set('route', 'readyz')
    c.header('Cache-Control', 'no-store')
    const readiness = deps.readiness()
    return readiness.ready ? c.text('ready\n') : c.text(`${readiness.reason}\n`, 503)
  })

  app.get('/metrics', async (c) => {
    c.set('route', 'metrics')
    c.header('Cache-Control', 'no-store')
    if (!isOnThisMachine(c)) await demandMetrics(c)
    metrics ??= createMetricsText(deps.metrics)
    const { contentType, text } = await metrics
    return c.body(await text(), 200, { 'Content-Type': contentType })
  })

  async function demandMetrics(c: DoorContext): Promise<void> {
    const { actor } = await deps.recognise(c, { isPublic: false })
    if (actor.kind !== 'person') throw refused('not_signed_in')
    deps.people.demand(actor, 'metrics.read', { kind: 'place' })
  }
}

/** For known paths with another method. */
export function refuseOtherHouseMethods(app: Hono<DoorEnv>): void {
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    app.all(path, (c) => {
      c.header('Allow', 'GET, HEAD')
      throw refused('method_not_allowed', { message: 'This path takes GET, HEAD.' })
    })
  }
}

/** A proxy on this machine also comes from here; it says for whom it asks, or under which name. */
function isOnThisMachine(c: DoorContext): boolean {
  const name = new URL(askedOrigin(c)).hostname.replace(/^\[(.*)\]$/, '$1')
  return isLoopback(c.get('peer')) && !isForwarded(c) && (name === 'localhost' || isLoopback(name))
}
