// The session page in a real browser, on a session of a hundred thousand rows: how soon it can be read and used, whether
// anything jumps while one scrolls through it, and what it holds in memory meanwhile.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWebIfStale } from '../../../scripts/web-build/build-web.ts'
import { loadConfig } from '../src/config.ts'
import { openDataFolder } from '../src/data-folder.ts'
import { openGround } from '../src/open-ground.ts'
import type { Benchmark, Figure } from './benchmark.ts'
import { fillSessions } from './fill-sessions.ts'
import { forkProcess } from './forked-process.ts'
import { startGatewayProcess } from './start-gateway.ts'

// Four of five entries of such a log are rows of the timeline.
const longEvents = 125_000
const handle = 'bench'
const password = 'a long enough warp line'

export const sessionPage: Benchmark = {
  name: 'session-page',
  about: 'a session of 100,000 rows in Chromium (median of five)',
  async run(progress) {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
    if (!buildWebIfStale(progress)) throw new Error('the web app could not be built')
    progress('filling the store')
    const sessionId = await fill(folder)
    const gateway = await startGatewayProcess(folder)
    progress('opening, reading and scrolling in Chromium')
    try {
      // The browser's side is typed for a browser and stands with the web app.
      const reader = '../../web/bench/read-session-process.ts'
      const { offer, stop } = await forkProcess<Figure[]>(reader, [gateway.url, sessionId, handle, password])
      await stop()
      return offer
    } finally {
      await gateway.stop()
      rmSync(folder, { recursive: true })
    }
  },
}

async function fill(path: string): Promise<string> {
  const config = loadConfig({ flags: {}, env: {}, dataFolder: path, cwd: path })
  const ground = await openGround({ folder: openDataFolder(path), config, env: {} })
  const prepared = await ground.people.prepareMember({ handle, role: 'owner', password })
  const operator = { kind: 'operator', name: 'bench' } as const
  const { id } = await ground.store.tx((t) => ground.people.createMember(t, operator, prepared))
  await ground.close()
  const plan = { sessions: 50, events: 5_000, longEvents, personId: id, otherPersonIds: [] }
  return fillSessions(path, plan).longSessionId
}
