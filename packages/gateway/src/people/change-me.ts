// What people see and change of themselves.

import { badField, type PersonId, type PreferencesJson, preferencesShape, refused } from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { PersonActor } from './actor.ts'
import { claimHandle } from './claim-handle.ts'
import { endSignInsOf } from './end-credentials.ts'
import { personOf } from './gate.ts'
import { cleanHandle, cleanName, cleanTimeZone } from './judge-input.ts'
import { judgePassword } from './judge-password.ts'
import type { ChangeMeInput, Oneself, Person } from './people.ts'
import type { RoomDeps } from './people-deps.ts'
import { assertVersion, loadActive, loadPerson, searchTextOf } from './person.ts'
import {
  replaceHash,
  selectAllPreferences,
  selectPassword,
  selectPreferences,
  updatePerson,
  updatePreferences,
} from './person-store.ts'
import { type PreparedChange, prepared } from './prepared.ts'

export function createOneself(deps: RoomDeps): Oneself {
  const { gate } = deps

  return {
    readMe(r, actor) {
      const me = personOf(actor)
      gate.demand(actor, 'self.read', { kind: 'person', id: me.personId, role: me.role })
      return loadPerson(r, me.personId)
    },

    async prepareChangeMe(actor, input) {
      const me = personOf(actor)
      gate.demand(actor, 'self.change', { kind: 'person', id: me.personId, role: me.role })
      return prepared<'change'>({
        handle: input.handle === undefined ? undefined : cleanHandle(input.handle),
        name: input.name === undefined ? undefined : cleanName(input.name),
        timeZone: typeof input.timeZone === 'string' ? cleanTimeZone(input.timeZone) : input.timeZone,
        password: input.password && (await checkPassword(me, input, input.password)),
      })
    },

    async changeMe(t, actor, ready, ifVersion) {
      const me = personOf(actor)
      const person = await loadActive(t, me.personId)
      assertVersion(person, ifVersion)
      const changed = changedFields(person, ready)
      if (changed.length === 0) return person
      const resource = ready.password
        ? ({ kind: 'password', personId: person.id } as const)
        : ({ kind: 'person', id: person.id, role: person.role } as const)
      await gate.permit(t, actor, 'self.change', resource, { changed })
      const next = {
        handle: ready.handle ?? person.handle,
        name: ready.name ?? person.name,
        time_zone: ready.timeZone === undefined ? person.timeZone : ready.timeZone,
      }
      if (next.handle !== person.handle) await claimHandle(t, next.handle, person.id)
      if (ready.password) await changePassword(t, me, ready.password)
      await t.run(updatePerson(person.id, t.now, { ...next, search_text: searchTextOf(next) }))
      return loadPerson(t, person.id)
    },

    async readPreferences(r, actor) {
      const { personId } = personOf(actor)
      gate.demand(actor, 'self.read', { kind: 'preferences', personId })
      return preferencesOf(r, personId)
    },

    async writePreferences(t, actor, preferences) {
      const { personId } = personOf(actor)
      const { notifications } = await preferencesOf(t, personId)
      const clean = preferencesShape.parse({
        ...preferences,
        notifications: preferences.notifications ?? notifications,
      })
      await gate.permit(t, actor, 'self.change', { kind: 'preferences', personId })
      await t.run(updatePreferences(personId, JSON.stringify(clean)))
      return clean
    },

    preferencesOf,

    async preferencesOfAll(r, ids) {
      if (ids.length === 0) return new Map()
      const rows = await r.all(selectAllPreferences(ids))
      return new Map(rows.map((row) => [row.id, preferencesFrom(row.preferences)]))
    },
  }

  async function checkPassword(
    me: PersonActor,
    input: ChangeMeInput,
    password: { current: string; next: string },
  ): Promise<PreparedChange['password']> {
    // Asked before the password is looked at: a token must not even be able to guess it.
    gate.demand(me, 'self.change', { kind: 'password', personId: me.personId })
    const owner = await deps.read((r) => r.one(selectPassword(me.personId)))
    if (!owner) throw refused('not_signed_in')
    const names = { handle: input.handle ?? owner.handle, name: input.name ?? owner.name }
    judgePassword(password.next, names, 'password.next')
    const attempt = deps.guesses.begin(owner.handle, input.address)
    try {
      const checkedHash = owner.password_hash ?? undefined
      const { ok } = await deps.passwords.verify(password.current, checkedHash)
      if (!ok || checkedHash === undefined) {
        attempt.wrong()
        throw badField('password.current', 'is not your password')
      }
      attempt.right()
      return { checkedHash, nextHash: await deps.passwords.hash(password.next) }
    } finally {
      attempt.withdraw()
    }
  }

  async function changePassword(
    t: Tx,
    me: PersonActor,
    password: { checkedHash: string; nextHash: string },
  ): Promise<void> {
    const replaced = await t.run(replaceHash(me.personId, password.checkedHash, password.nextHash))
    if (replaced === 0) throw refused('changed_meanwhile')
    const current = me.credential.kind === 'sign_in' ? me.credential.id : undefined
    await endSignInsOf(t, deps.facts, me.personId, { except: current })
  }
}

function changedFields(person: Person, ready: PreparedChange): string[] {
  const changed: string[] = []
  if (ready.handle !== undefined && ready.handle !== person.handle) changed.push('handle')
  if (ready.name !== undefined && ready.name !== person.name) changed.push('name')
  if (ready.timeZone !== undefined && ready.timeZone !== person.timeZone) changed.push('timeZone')
  if (ready.password) changed.push('password')
  return changed
}

async function preferencesOf(r: Reader, personId: PersonId): Promise<PreferencesJson> {
  const row = await r.one(selectPreferences(personId))
  return preferencesFrom(row?.preferences ?? '{}')
}

/** What an older version stored may lack what there is now, or have what there is no more. */
function preferencesFrom(text: string): PreferencesJson {
  const stored = preferencesShape.safeParse(JSON.parse(text))
  return stored.success ? stored.data : preferencesShape.parse({})
}
