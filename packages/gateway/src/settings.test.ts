import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SettingValues } from '@heddle/contract'
import { openTestPeople } from '../test-support/open-test-people.ts'
import { openSettings } from './settings.ts'
import { putSetting } from './settings-store.ts'

async function openTestSettings(inFile: Partial<SettingValues> = {}) {
  const place = openTestPeople()
  const unusable: string[] = []
  const open = () =>
    place.store.read((r) =>
      openSettings(r, {
        inFile: () => inFile,
        fileName: 'heddle.json5',
        gate: place.people,
        onUnusable: (key) => unusable.push(key),
      }),
    )
  return { ...place, open, settings: await open(), unusable, inFile }
}

const sourceOf = (settings: { list(): { key: string; source: string }[] }, key: string) =>
  settings.list().find((entry) => entry.key === key)?.source

test('[OPS2] the file stands above the web, the web above the default, live', async () => {
  await using place = await openTestSettings()
  const { settings, store, operator } = place
  assert.equal(settings.value('team.name'), 'Heddle')
  assert.equal(sourceOf(settings, 'team.name'), 'default')

  await store.tx((t) =>
    settings.writeSettings(t, operator, { 'team.name': ' Weavers ', 'signIn.expireDays': 7 }),
  )
  assert.equal(settings.value('team.name'), 'Weavers')
  assert.equal(settings.value('signIn.expireDays'), 7)
  assert.equal(sourceOf(settings, 'team.name'), 'web')

  place.inFile['team.name'] = 'From the file'
  assert.equal(settings.value('team.name'), 'From the file')
  assert.equal(sourceOf(settings, 'team.name'), 'file')

  const again = await place.open()
  assert.equal(again.value('signIn.expireDays'), 7, 'and it is stored')
})

test('[OPS2] null takes a setting back to its default', async () => {
  await using place = await openTestSettings()
  const { settings, store, operator } = place
  await store.tx((t) => settings.writeSettings(t, operator, { 'invites.expireHours': 5 }))
  await store.tx((t) => settings.writeSettings(t, operator, { 'invites.expireHours': null }))
  assert.equal(settings.value('invites.expireHours'), 72)
  assert.equal(sourceOf(settings, 'invites.expireHours'), 'default')
})

test('[OPS2] a wrong change names every field with its nearest, and changes nothing', async () => {
  await using place = await openTestSettings()
  const { settings, store, operator } = place
  const changes = {
    'team.nmae': 'x',
    'invites.expireHours': 100_000,
    'server.publicUrl': 'nonsense',
    'team.name': 'Weavers',
    constructor: 1,
  }
  await assert.rejects(
    store.tx((t) => settings.writeSettings(t, operator, changes)),
    (error: { code?: string; issues?: unknown }) => {
      assert.equal(error.code, 'bad_input')
      assert.deepEqual(error.issues, [
        { field: 'team.nmae', message: 'is not a setting that exists', nearest: 'team.name' },
        { field: 'invites.expireHours', message: 'must be at most 720, not 100000' },
        {
          field: 'server.publicUrl',
          message:
            'must be a web address without a path, such as "https://heddle.example.org", not "nonsense"',
        },
        { field: 'constructor', message: 'is not a setting that exists' },
      ])
      return true
    },
  )
  assert.equal(settings.value('team.name'), 'Heddle')
})

test('[OPS2] what the file sets is refused by name', async () => {
  await using place = await openTestSettings({ 'team.name': 'From the file' })
  const { settings, store, operator } = place
  await assert.rejects(
    store.tx((t) => settings.writeSettings(t, operator, { 'team.name': 'x', 'signIn.expireDays': 3 })),
    { code: 'set_in_file', message: 'team.name is set in heddle.json5 and read-only here.' },
  )
  assert.equal(settings.value('signIn.expireDays'), 30)
})

test('[I48] a change of settings and its audit line are one transaction, and only admins may', async () => {
  await using place = await openTestSettings()
  const { settings, store, people, operator } = place
  const member = await place.signedIn('kim', 'member')
  await assert.rejects(
    store.tx((t) => settings.writeSettings(t, member.actor, { 'team.name': 'x' })),
    {
      code: 'not_allowed',
    },
  )
  const admin = await place.signedIn('ada', 'admin')
  await store.tx((t) => settings.writeSettings(t, admin.actor, { 'team.name': 'Weavers' }))
  const { items } = await store.read((r) => people.listAudit(r, operator, { limit: 10 }))
  const lines = items.filter((line) => line.action === 'settings.change')
  assert.deepEqual(
    lines.map(({ actor, outcome, detail }) => [actor.id, outcome, detail['team.name']]),
    [[admin.person.id, 'allowed', 'Weavers']],
  )
})

test('[OPS2] a transaction that fails after the write leaves the value in memory as it was', async () => {
  await using place = await openTestSettings()
  const { settings, store, operator } = place
  await assert.rejects(
    store.tx(async (t) => {
      await settings.writeSettings(t, operator, { 'team.name': 'Never' })
      throw new Error('later in the same transaction')
    }),
  )
  assert.equal(settings.value('team.name'), 'Heddle')
})

test('[OPS2] a stored value that this version cannot use is reported, and its default is in force', async () => {
  await using place = await openTestSettings()
  await place.store.tx(async (t) => {
    await putSetting(t, 'team.name', '5', null)
    await putSetting(t, 'signIn.expireDays', 'not json', null)
    await putSetting(t, 'gone.since', '1', null)
    await putSetting(t, 'invites.expireHours', '9', null)
  })
  const settings = await place.open()
  assert.deepEqual(place.unusable.toSorted(), ['gone.since', 'signIn.expireDays', 'team.name'])
  assert.equal(settings.value('team.name'), 'Heddle')
  assert.equal(settings.value('invites.expireHours'), 9)
})
