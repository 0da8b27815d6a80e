// What Heddle itself is made of: Node, the built web app, time-zone data.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fail, type Finding, ok, warn } from './finding.ts'

const nodeNeeded = [24, 15] as const
const webApp = fileURLToPath(new URL('../../../../web/dist/index.html', import.meta.url))

export function lookAtNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const enough = major > nodeNeeded[0] || (major === nodeNeeded[0] && minor >= nodeNeeded[1])
  if (enough) return ok('Node', version)
  return fail(
    'Node',
    `${version} is too old; ${nodeNeeded.join('.')} is needed`,
    'Run it with npm, which brings its own.',
  )
}

export function lookAtWebApp(path: string = webApp): Finding {
  if (existsSync(path)) return ok('web app', 'built')
  return warn('web app', 'is not built', 'npm run build:web')
}

/** A Node built without them would put every member into UTC. */
export function lookAtTimeZones(): Finding {
  const at = new Date(Date.UTC(2026, 0, 1, 12))
  const hour = new Intl.DateTimeFormat('en', {
    timeZone: 'Asia/Tokyo',
    hour: 'numeric',
    hour12: false,
  }).format(at)
  const zones = Intl.supportedValuesOf('timeZone').length
  if (hour === '21' && zones > 100) return ok('time zones', `${zones} known`)
  return fail('time zones', `only ${zones} known`, 'Use a Node with full ICU data.')
}
