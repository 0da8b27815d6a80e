// People, invites, tokens and the rest, made up for the gallery. Nothing here is random, so that two screenshots of
// one fixture are the same.

import type {
  AboutJson,
  AuditJson,
  InviteJson,
  MeJson,
  PersonJson,
  PreferencesJson,
  Role,
  SettingJson,
  SignInJson,
  TokenJson,
} from '@heddle/contract'
import { knownSettings } from '../pages/settings/settings.at-build.ts'

const start = Date.parse('2026-03-14T13:05:00.000Z')
export const now = () => start
export const ago = (minutes: number) => new Date(start - minutes * 60_000).toISOString()
const day = 24 * 60

export function person(id: number, handle: string, name: string, role: Role = 'member'): PersonJson {
  return {
    id: `per_${String(id).padStart(26, '0')}`,
    handle,
    name,
    role,
    state: 'active',
    timeZone: null,
    createdAt: ago(id * 3 * day),
    updatedAt: ago(id * day),
    version: 1,
  }
}

export const ann = { ...person(1, 'ann', 'Ann Lee', 'owner'), timeZone: 'Europe/Berlin' }
export const bob = person(2, 'bob', 'Bob Okafor', 'admin')
export const mei = person(3, 'mei', 'Mei Tanaka')
export const vic = person(4, 'vic', 'Vic Moreau', 'viewer')
export const about: AboutJson = {
  name: 'Lindgren & Daughters',
  version: '0.1.0',
  needsOwner: false,
  collaboration: { threads: true, mentions: true, notifications: true, summary: false, contents: false },
}
export const me = (who: PersonJson): MeJson => ({
  person: who,
  credential: { kind: 'sign_in', id: 'sgn_00000000000000000000000001', scopes: ['read', 'write', 'admin'] },
})
const everywhere = { in_app: true, discord: true, slack: true } as const
export const preferences: PreferencesJson = {
  theme: 'system',
  density: 'comfortable',
  notifications: {
    muteChatter: false,
    mention: everywhere,
    reply: everywhere,
    approval: everywhere,
    completion: everywhere,
    failure: everywhere,
    delivery: everywhere,
  },
}

const given =
  'Ada Bruno Chiara Dmitri Esi Farah Goran Hana Ivo Jun Kofi Lena Milo Noor Olga Pia Quinn Rosa Sami Tess'
const family = 'Abara Berg Costa Dietz Eto Flores Grant Haddad Ito Jansen Kowal Lund Meyer Novak Ono Park'

export function manyPeople(count: number): PersonJson[] {
  const first = given.split(' ')
  const last = family.split(' ')
  return Array.from({ length: count }, (_, i) => {
    const name = `${first[i % first.length]} ${last[(i * 7) % last.length]}`
    const role: Role = i % 17 === 5 ? 'admin' : i % 11 === 3 ? 'viewer' : 'member'
    return person(i + 10, `${name.toLowerCase().replace(' ', '.')}${i}`, name, role)
  })
}

export const longName =
  'Wolfeschlegelsteinhausenbergerdorff Maria de los Ángeles Concepción Fernández-Villaverde y Gutiérrez de la Torre, 3rd'
export const longPeople: PersonJson[] = [
  person(5, 'wolfeschlegelsteinhausenbergerdorff.maria-de-los-angeles_00000001', longName, 'admin'),
  person(6, 'x'.repeat(64), 'Y'.repeat(120)),
  person(7, '鈴木花子', '鈴木 花子'),
  person(8, 'مريم', 'مريم العبد الله'),
  person(9, 'o', 'Ô'),
]

export function invite(
  id: number,
  state: InviteJson['state'],
  note: string,
  role: Role = 'member',
): InviteJson {
  return {
    id: `inv_${String(id).padStart(26, '0')}`,
    role,
    note,
    state,
    createdBy: ann.id,
    createdAt: ago(id * 300),
    expiresAt: state === 'expired' ? ago(60) : ago(-3 * day + id * 60),
    usedBy: state === 'used' ? mei.id : null,
  }
}

export const inviteLink = 'https://heddle.example.org/join#hdi_9fQ2mWc7Lk0sXb4TzR8uVnE1yPa6GdJh5oKqCw3Ti'
export const apiToken = 'hdt_4sVn8QeYb2Lw6RkTx0Zc9UaPm3HjGd7FoKqCw1TiXyNz5EvB'

export const signIns: SignInJson[] = [
  signIn(1, true, 'Firefox on Linux', '192.0.2.14'),
  signIn(2, false, 'Safari on iPhone', '2001:db8:85a3:8d3:1319:8a2e:370:7348'),
  signIn(3, false, '', '198.51.100.7'),
  signIn(
    4,
    false,
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ${'Something/1.0 '.repeat(8)}`,
    '203.0.113.200',
  ),
]

function signIn(id: number, current: boolean, device: string, address: string): SignInJson {
  return {
    id: `sgn_${String(id).padStart(26, '0')}`,
    current,
    device,
    address,
    createdAt: ago(id * 9 * day),
    lastSeenAt: ago(id * id * 7),
    expiresAt: ago(-20 * day),
  }
}

export const nightly = token(1, 'Nightly report', ['read'], 44, -80)
export const tokens: TokenJson[] = [
  nightly,
  token(2, 'Deploy script', ['read', 'write'], null, null),
  token(3, 'Old laptop', ['read', 'write', 'admin'], 40 * day, 2),
  token(4, 'T'.repeat(80), ['admin'], null, -3_000),
]

function token(
  id: number,
  name: string,
  scopes: TokenJson['scopes'],
  used: number | null,
  days: number | null,
): TokenJson {
  return {
    id: `tok_${String(id).padStart(26, '0')}`,
    name,
    scopes,
    createdAt: ago(id * 20 * day),
    lastUsedAt: used === null ? null : ago(used),
    expiresAt: days === null ? null : ago(days * day),
  }
}

export const settingItems: SettingJson[] = Object.entries(knownSettings).map(([key, known]) => ({
  key,
  value:
    key === 'team.name'
      ? about.name
      : key === 'server.publicUrl'
        ? 'https://heddle.example.org'
        : known.default,
  source: key === 'team.name' ? 'web' : key === 'server.publicUrl' ? 'file' : 'default',
  description: known.description,
}))

export const auditEntries: AuditJson[] = [
  audit(1, 'Ann Lee', 'invite.create', 'allowed', 'inv_00000000000000000000000007', { role: 'member' }),
  audit(2, 'Mei Tanaka', 'settings.change', 'refused', null, {}),
  audit(3, 'Bob Okafor', 'member.change_role', 'allowed', vic.id, { from: 'member', to: 'viewer' }),
  audit(4, '', 'sign_in.create', 'refused', null, { handle: 'root', address: '203.0.113.9' }),
  audit(5, longName, 'something.new', 'allowed', 'x'.repeat(120), { text: 'y'.repeat(300) }),
  audit(6, 'Ann Lee', 'join.accept', 'allowed', ann.id, {}),
]

function audit(
  id: number,
  name: string,
  action: string,
  outcome: AuditJson['outcome'],
  resource: string | null,
  detail: AuditJson['detail'],
): AuditJson {
  const actor = { kind: name === '' ? 'anonymous' : 'person', id: name === '' ? null : ann.id, name }
  return {
    id: `aud_${String(id).padStart(26, '0')}`,
    at: ago(id * 47),
    actor,
    action,
    outcome,
    resource,
    detail,
  }
}
