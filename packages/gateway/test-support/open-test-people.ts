// The people room on a test store, with passwords that cost nothing, and short ways to have someone in it.

import type { FactKind, Facts, Role, Scope } from '@heddle/contract'
import type { FactTeller } from '../src/foundation/work/facts.ts'
import { createPeople } from '../src/people/create-people.ts'
import { createGuessLimiter } from '../src/people/guess-limiter.ts'
import type { Passwords } from '../src/people/passwords.ts'
import type { Actor, People, PersonActor, SignedIn } from '../src/people/people.ts'
import { openTestStore, type TestStore, type TestStoreOptions } from './open-test-store.ts'

export interface ToldFact<K extends FactKind = FactKind> {
  kind: K
  payload: Facts[K]
}

export interface TestPeople extends TestStore {
  people: People
  passwords: TestPasswords
  /** Every fact of a transaction that was committed. */
  told: ToldFact[]
  /** Who else is told each fact, in its transaction. */
  hearers: FactTeller[]
  settings: { inviteHours: number; signInDays: number }
  operator: Actor
  /** A new member with the password `correct horse <handle>`, signed in. */
  signedIn(handle: string, role: Role): Promise<SignedIn>
  /** A token of that member, as the actor that a request with it would have. */
  tokenOf(maker: PersonActor, scopes?: readonly Scope[]): Promise<{ actor: PersonActor; secret: string }>
}

export const testAddress = '192.0.2.7'
export const passwordOf = (handle: string) => `correct horse ${handle}`

export function openTestPeople(options: TestStoreOptions = {}): TestPeople {
  const base = openTestStore(options)
  const { store, clock, ids } = base
  const told: ToldFact[] = []
  const hearers: FactTeller[] = []
  const passwords = createTestPasswords()
  const settings = { inviteHours: 72, signInDays: 30 }
  const operator: Actor = { kind: 'operator', name: 'test' }
  const facts: FactTeller = {
    async tell(t, kind, payload) {
      t.afterCommit(() => told.push({ kind, payload }))
      for (const hearer of hearers) await hearer.tell(t, kind, payload)
      return ids.make('fact')
    },
  }
  const people = createPeople({
    ...base,
    read: store.read,
    facts,
    passwords,
    guesses: createGuessLimiter({ clock }),
    settings: { inviteExpireHours: () => settings.inviteHours, signInExpireDays: () => settings.signInDays },
  })

  async function signedIn(handle: string, role: Role): Promise<SignedIn> {
    const password = passwordOf(handle)
    const member = await people.prepareMember({ handle, role, password })
    await store.tx((t) => people.createMember(t, operator, member))
    const ready = await people.prepareSignIn({ handle, password, address: testAddress, device: 'test' })
    return store.tx((t) => people.signIn(t, ready))
  }

  async function tokenOf(maker: PersonActor, scopes?: readonly Scope[]) {
    const { secret } = await store.tx((t) => people.createToken(t, maker, { name: 'test', scopes }))
    const found = await store.read((r) => people.recognise(r, { bearer: secret }, clock.wall()))
    if (!found) throw new Error('a token that was just made is not recognised')
    return { actor: found.actor, secret }
  }

  return { ...base, people, passwords, told, hearers, settings, operator, signedIn, tokenOf }
}

export interface TestPasswords extends Passwords {
  /** What `verify` was asked, in order: whether there was a hash to compare with. */
  readonly verified: { against: string | undefined }[]
  /** New hashes are of this generation; older ones are stale. */
  generation: number
}

export function createTestPasswords(): TestPasswords {
  const verified: { against: string | undefined }[] = []
  const passwords: TestPasswords = {
    verified,
    generation: 1,
    hash: async (password) => `test:${passwords.generation}:${password}`,
    async verify(password, hash) {
      verified.push({ against: hash })
      const [, generation, ...rest] = hash?.split(':') ?? []
      const ok = hash !== undefined && rest.join(':') === password
      return { ok, stale: ok && Number(generation) !== passwords.generation }
    },
  }
  return passwords
}
