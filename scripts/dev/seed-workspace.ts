// Fills a data folder with demo data: two people and a past of several days. It happens beside the folder and is moved
// there as a whole, so that a start finds all of it or nothing, and one that finds something leaves it alone.

import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { loadConfig } from '../../packages/gateway/src/config.ts'
import { describeDataFolder, openDataFolder } from '../../packages/gateway/src/data-folder.ts'
import { takeFolderLock } from '../../packages/gateway/src/foundation/database/real-folder-lock.ts'
import { openGround } from '../../packages/gateway/src/open-ground.ts'
import { openTestSessions } from '../../packages/gateway/test-support/open-test-sessions.ts'
import { createStoryTools, playSession, type Stage } from './play-story.ts'
import { seedSessions } from './seed-sessions.ts'
import { type SeedPerson, seedPeople, seedTeamName } from './seed-story.ts'

export interface SeedOptions {
  /** The data folder; need not exist. */
  folder: string
  /** The present, at which the story ends. */
  nowMs: number
  /** Throw away what an earlier seeding made. Other data is never thrown away. */
  isFresh?: boolean
  /** The section `channels` of the configuration; none by default. */
  channels?: object
  /** Accounts on channels that are somebody's of the story. */
  links?: readonly SeedLink[]
}

export interface SeedLink {
  handle: 'ann' | 'bob'
  channel: string
  accountId: string
  platformId: string
}

export interface SeedOutcome {
  /** False: there was data, and it was left as it is. */
  isSeeded: boolean
  /** Who can sign in; empty when the data is not ours. */
  people: readonly SeedPerson[]
}

const markName = 'demo-data.json'
const agents = {
  list: [
    { id: 'main', name: 'Main' },
    { id: 'reviewer', name: 'Reviewer' },
  ],
}

export async function seedWorkspace(options: SeedOptions): Promise<SeedOutcome> {
  const folder = resolve(options.folder)
  if (options.isFresh) clearSeeded(folder)
  if (existsSync(describeDataFolder(folder).database)) {
    return { isSeeded: false, people: existsSync(join(folder, markName)) ? seedPeople : [] }
  }
  makeWay(folder)
  const beside = `${folder}.seeding`
  rmSync(beside, { recursive: true, force: true })
  mkdirSync(beside, { recursive: true, mode: 0o700 })
  const config = { agents, ...(options.channels && { channels: options.channels }) }
  try {
    writeFileSync(join(beside, 'heddle.json5'), `${JSON.stringify(config, null, 2)}\n`)
    await playStory(join(beside, 'heddle.db'), options)
    await giveKeys(beside)
    writeFileSync(join(beside, markName), `${JSON.stringify({ seededAt: options.nowMs })}\n`)
    renameSync(beside, folder)
  } catch (error) {
    rmSync(beside, { recursive: true, force: true })
    throw error
  }
  return { isSeeded: true, people: seedPeople }
}

/** Only what an earlier seeding made, and only while nobody works in it. */
function clearSeeded(folder: string): void {
  if (!existsSync(folder)) return
  if (!existsSync(join(folder, markName))) {
    if (readdirSync(folder).length === 0) return
    throw new Error(
      `--fresh: ${folder} holds other data than ours; remove it yourself, or choose another with --data`,
    )
  }
  const lock = takeFolderLock(describeDataFolder(folder).owner)
  if (!lock) throw new Error(`--fresh: another Heddle is using ${folder}; stop it first`)
  lock.release()
  rmSync(folder, { recursive: true, force: true })
}

function makeWay(folder: string): void {
  if (!existsSync(folder)) return
  const [stranger] = readdirSync(folder)
  if (stranger !== undefined) {
    throw new Error(
      `--data: ${folder} holds "${stranger}" but no database; choose an empty folder for demo data`,
    )
  }
  rmdirSync(folder)
}

/** In the real rooms on a store of their own, on a clock that passes days in a moment; then copied as a whole. */
async function playStory(databasePath: string, { nowMs, links = [] }: SeedOptions): Promise<void> {
  const first = Math.max(...seedSessions.map((session) => session.hoursAgo)) + 24
  const startMs = nowMs - first * 3_600_000
  const tools = createStoryTools(() => rooms.clock)
  const rooms = await openTestSessions({ startMs, runTwiceShare: 0, agents: { agents }, tools })
  try {
    const stage: Stage = { rooms, tools, people: await bringPeople(rooms) }
    for (const link of links) await linkAccount(stage, link)
    for (const session of seedSessions) await playSession(stage, session, nowMs)
    await rooms.store.durable()
    copyDatabase(join(rooms.folder, 'heddle.db'), databasePath)
  } finally {
    await rooms.close()
  }
}

async function bringPeople(rooms: Awaited<ReturnType<typeof openTestSessions>>): Promise<Stage['people']> {
  const { people, store, operator } = rooms
  const bring = async ({ handle, name, role, password }: SeedPerson) => {
    const member = await people.prepareMember({ handle, name, role, password })
    await store.tx((t) => people.createMember(t, operator, member))
    const ready = await people.prepareSignIn({ handle, password, address: '127.0.0.1', device: 'demo data' })
    return (await store.tx((t) => people.signIn(t, ready))).actor
  }
  const [ann, bob] = seedPeople
  if (!ann || !bob) throw new Error('the story has two people')
  return { ann: await bring(ann), bob: await bring(bob) }
}

async function linkAccount(
  { rooms, people: actors }: Stage,
  { handle, ...account }: SeedLink,
): Promise<void> {
  const { people, store } = rooms
  await store.tx(async (t) => {
    const { code } = await people.offerLink(t, actors[handle])
    const { id: guestId } = await people.rememberGuest(t, { ...account, name: handle })
    await people.useCode(t, { kind: 'guest', guestId, name: handle, admitted: {} }, code)
  })
}

function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from)
  try {
    database.prepare('vacuum into ?').run(to)
  } finally {
    database.close()
  }
}

/** Real passwords, which also ends the sign-ins of the story, and a name for the place. */
async function giveKeys(path: string): Promise<void> {
  const config = loadConfig({ flags: { port: 0 }, env: {}, dataFolder: path, cwd: path })
  const ground = await openGround({ folder: openDataFolder(path), config, env: {} })
  const operator = { kind: 'operator', name: 'demo data' } as const
  try {
    for (const { handle, password } of seedPeople) {
      const { id } = await ground.store.read((r) => ground.people.findMember(r, operator, handle))
      const prepared = await ground.people.prepareMemberPassword(id, password)
      await ground.store.tx((t) => ground.people.setMemberPassword(t, operator, prepared))
    }
    await ground.store.tx((t) => ground.settings.writeSettings(t, operator, { 'team.name': seedTeamName }))
    await ground.store.durable()
  } finally {
    await ground.close()
  }
}
