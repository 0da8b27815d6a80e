import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PermissionFlagsBits } from 'discord-api-types/v10'
import { inviteUrl, type Membership, missingFrom, neededPermissions, permissionsIn } from './permissions.ts'

const all = neededPermissions.reduce((bits, { bit }) => bits | bit, 0n)
const { ViewChannel, SendMessages, Administrator, ManageWebhooks } = PermissionFlagsBits

const member = (everyone: bigint, role: bigint): Membership => ({
  guildId: '1',
  userId: '2',
  roleIds: new Set(['3']),
  roles: new Map([
    ['1', everyone],
    ['3', role],
    ['4', Administrator],
  ]),
})
const channel = (...overwrites: [id: string, allow: bigint, deny: bigint][]) => ({
  permission_overwrites: overwrites.map(([id, allow, deny]) => ({ id, allow: `${allow}`, deny: `${deny}` })),
})
const namesOf = (permissions: bigint) => missingFrom(permissions).map(({ name }) => name)

test('[CHN5] the names are Discord’s own for these bits', () => {
  for (const { name, bit } of neededPermissions) {
    const key = Object.keys(PermissionFlagsBits).find(
      (one) => one.toLowerCase() === name.replaceAll(' ', '').toLowerCase(),
    )
    assert.equal(PermissionFlagsBits[key as keyof typeof PermissionFlagsBits], bit, name)
  }
})

test('[CHN5] exceptions count in Discord’s order: everyone’s, the roles’, the member’s', () => {
  assert.deepEqual(namesOf(permissionsIn(member(0n, all), channel())), [])
  assert.deepEqual(
    namesOf(permissionsIn(member(ViewChannel, 0n), channel())).length,
    neededPermissions.length - 1,
  )
  const denied = channel(['1', 0n, SendMessages])
  assert.deepEqual(namesOf(permissionsIn(member(0n, all), denied)), ['Send Messages'])
  const given = channel(['1', 0n, SendMessages], ['3', SendMessages, 0n])
  assert.deepEqual(namesOf(permissionsIn(member(0n, all), given)), [])
  const taken = channel(['3', SendMessages, 0n], ['2', 0n, SendMessages | ManageWebhooks])
  assert.deepEqual(namesOf(permissionsIn(member(0n, all), taken)), ['Send Messages', 'Manage Webhooks'])
  const others = channel(['4', 0n, all], ['5', 0n, all])
  assert.deepEqual(namesOf(permissionsIn(member(0n, all), others)), [])
})

test('[CHN5] who does not see a channel lacks that first, and an administrator lacks nothing', () => {
  assert.deepEqual(namesOf(permissionsIn(member(0n, all), channel(['1', 0n, ViewChannel]))), ['View Channel'])
  assert.deepEqual(namesOf(permissionsIn(member(Administrator, 0n), channel(['2', 0n, all]))), [])
  assert.deepEqual(namesOf(permissionsIn(member(0n, all), { permission_overwrites: 'nonsense' })), [])
})

test('[CHN5] the invite link asks for exactly what is needed', () => {
  const query = new URL(inviteUrl('42')).searchParams
  assert.equal(BigInt(query.get('permissions') ?? 0), all)
  assert.equal(query.get('client_id'), '42')
})
