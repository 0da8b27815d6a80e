import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { loadConfig } from './config.ts'
import { openDataFolder } from './data-folder.ts'
import { createIds } from './foundation/ids.ts'
import { createRealRandom } from './foundation/real-random.ts'
import { openGround } from './open-ground.ts'

test('[I13] ids go on after the newest on record, though the clock was set back', async (t) => {
  const path = join(makeTestFolder(t), 'data')
  const folder = openDataFolder(path)
  const config = loadConfig({ flags: { port: 0 }, env: {}, dataFolder: path, cwd: path })
  await (await openGround({ folder, config, env: {} })).close()

  const ahead = Date.now() + 3_600_000
  const database = new DatabaseSync(folder.database)
  database.prepare("update meta set value = ? where key = 'time'").run(String(ahead))
  database.close()
  const older = createIds({ clock: { wall: () => ahead }, random: createRealRandom() }).make('fact')

  const ground = await openGround({ folder, config, env: {} })
  assert.ok(ground.ids.make('fact') > older)
  await ground.close()
})

test('[OPS1] where commits cannot share a sync, the log says so', async (t) => {
  const path = join(makeTestFolder(t), 'data')
  const folder = openDataFolder(path)
  const config = loadConfig({ flags: { port: 0 }, env: {}, dataFolder: path, cwd: path })
  await (await openGround({ folder, config, env: {} })).close()
  const log = () => readFileSync(join(folder.logs, 'heddle.log'), 'utf8')
  assert.doesNotMatch(log(), /share a sync/)

  const urlOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
  const script = `
    import { loadConfig } from ${urlOf('./config.ts')}
    import { describeDataFolder } from ${urlOf('./data-folder.ts')}
    import { openGround } from ${urlOf('./open-ground.ts')}
    const path = ${JSON.stringify(path)}
    const config = loadConfig({ flags: { port: 0 }, env: {}, dataFolder: path, cwd: path })
    await (await openGround({ folder: describeDataFolder(path), config, env: {} })).close()`
  // Every file but the write-ahead log, which SQLite may open and we may not.
  const writable = [folder.database, folder.owner, folder.secretKey, `${folder.logs}/`, `${folder.files}/`]
  const allowed = ['--permission', '--allow-fs-read=*', '--allow-worker', '--allow-addons'].concat(
    writable.map((file) => `--allow-fs-write=${file}`),
  )
  const ended = spawnSync(process.execPath, [...allowed, '--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  assert.equal(ended.status, 0, ended.stderr)
  assert.match(log(), /"level":"warn".*"asked":"group","inForce":"full".*share a sync/)
})
