import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Action,
  actions,
  atLeast,
  type GuestId,
  type PersonId,
  type Role,
  roles,
  type Scope,
  type SessionId,
  type SignInId,
  scopes,
  type TokenId,
} from '@heddle/contract'
import fc from 'fast-check'
import type { Actor, PersonActor } from './actor.ts'
import { authorize, isAudited, mayTry } from './authorize.ts'
import { scopesFrom } from './credential-actor.ts'
import type { Resource } from './people-values.ts'
import { mayLetIn } from './rules.ts'

// Written out by hand: what the table in authorize.ts should come to. The last five columns are tokens of an owner.
const expected = `
                     anonymous guest system operator viewer member admin owner | read write admin read+write all
public.read          yes       -     -      yes      yes    yes    yes   yes   | yes  yes   yes   yes        yes
sign_in.create       yes       -     -      -        yes    yes    yes   yes   | yes  yes   yes   yes        yes
join.accept          yes       -     -      -        yes    yes    yes   yes   | yes  yes   yes   yes        yes
self.read            -         -     -      -        yes    yes    yes   yes   | yes  -     -     yes        yes
self.change          -         -     -      -        yes    yes    yes   yes   | -    yes   -     yes        yes
sign_in.end          -         -     -      yes      yes    yes    yes   yes   | -    yes   -     yes        yes
token.read           -         -     -      yes      yes    yes    yes   yes   | yes  -     -     yes        yes
token.create         -         -     -      yes      yes    yes    yes   yes   | -    yes   -     yes        yes
token.revoke         -         -     -      yes      yes    yes    yes   yes   | -    yes   -     yes        yes
member.read          -         -     -      yes      yes    yes    yes   yes   | yes  -     -     yes        yes
member.create        -         -     -      yes      -      -      -     -     | -    -     -     -          -
member.change        -         -     -      yes      -      -      yes   yes   | -    -     yes   -          yes
member.change_role   -         -     -      yes      -      -      yes   yes   | -    -     -     -          yes
member.remove        -         -     -      yes      -      -      yes   yes   | -    -     yes   -          yes
member.set_password  -         -     -      yes      -      -      -     -     | -    -     -     -          -
invite.read          -         -     -      yes      -      -      yes   yes   | -    -     yes   -          yes
invite.create        -         -     -      yes      -      -      yes   yes   | -    -     -     -          yes
invite.revoke        -         -     -      yes      -      -      yes   yes   | -    -     yes   -          yes
audit.read           -         -     -      yes      -      -      yes   yes   | -    -     yes   -          yes
settings.read        -         -     -      yes      -      -      yes   yes   | -    -     yes   -          yes
settings.change      -         -     -      yes      -      -      yes   yes   | -    -     yes   -          yes
metrics.read         -         -     -      yes      -      -      yes   yes   | -    -     yes   -          yes
secret.read          -         -     -      yes      -      -      yes   yes   | -    -     yes   -          yes
secret.change        -         -     -      yes      -      -      yes   yes   | -    -     yes   -          yes
backup.create        -         -     -      yes      -      -      -     yes   | -    -     yes   -          yes
agent.read           -         -     -      yes      yes    yes    yes   yes   | yes  -     -     yes        yes
usage.read           -         -     -      -        yes    yes    yes   yes   | yes  -     -     yes        yes
usage.read_team      -         -     -      yes      -      -      yes   yes   | -    -     yes   -          yes
file.create          -         -     -      -        -      yes    yes   yes   | -    yes   -     yes        yes
file.read            -         -     -      yes      yes    yes    yes   yes   | yes  -     -     yes        yes
live.connect         -         -     -      -        yes    yes    yes   yes   | yes  -     -     yes        yes
model.complete       -         -     -      -        -      yes    yes   yes   | -    yes   -     yes        yes
session.list         -         -     -      yes      yes    yes    yes   yes   | yes  -     -     yes        yes
session.create       -         -     -      -        -      yes    yes   yes   | -    yes   -     yes        yes
session.read         -         -     -      yes      yes    yes    yes   yes   | yes  -     -     yes        yes
session.write        -         -     -      -        -      yes    yes   yes   | -    yes   -     yes        yes
session.stop         -         -     -      yes      -      yes    yes   yes   | -    yes   -     yes        yes
subagent.spawn       -         -     -      -        -      yes    yes   yes   | -    yes   -     yes        yes
subagent.kill        -         -     -      yes      -      yes    yes   yes   | -    yes   -     yes        yes
session.change       -         -     -      yes      -      yes    yes   yes   | -    yes   -     yes        yes
session.disclose     -         -     -      yes      -      yes    yes   yes   | -    yes   -     yes        yes
session.archive      -         -     -      yes      -      yes    yes   yes   | -    yes   -     yes        yes
session.redact       -         -     -      yes      -      yes    yes   yes   | -    yes   -     yes        yes
queue.edit           -         -     -      -        -      yes    yes   yes   | -    yes   -     yes        yes
queue.cancel         -         -     -      yes      -      yes    yes   yes   | -    yes   -     yes        yes
queue.reorder        -         -     -      -        -      yes    yes   yes   | -    yes   -     yes        yes
approval.read        -         -     -      yes      yes    yes    yes   yes   | yes  -     -     yes        yes
approval.decide      -         -     -      -        -      yes    yes   yes   | -    yes   -     yes        yes
budget.raise         -         -     -      yes      -      -      yes   yes   | -    -     yes   -          yes
tool.read            -         -     -      yes      yes    yes    yes   yes   | yes  -     -     yes        yes
binding.read         -         -     -      yes      yes    yes    yes   yes   | yes  -     -     yes        yes
binding.make         -         -     -      -        -      yes    yes   yes   | -    yes   -     yes        yes
binding.make_here    -         -     -      -        -      -      yes   yes   | -    yes   -     yes        yes
binding.end          -         -     -      yes      -      yes    yes   yes   | -    yes   -     yes        yes
delivery.read        -         -     -      yes      yes    yes    yes   yes   | yes  -     -     yes        yes
delivery.resend      -         -     -      yes      -      yes    yes   yes   | -    yes   -     yes        yes
delivery.dismiss     -         -     -      yes      -      yes    yes   yes   | -    yes   -     yes        yes
account.link         -         -     -      -        yes    yes    yes   yes   | -    yes   -     yes        yes
thread.read          -         -     -      yes      yes    yes    yes   yes   | yes  -     -     yes        yes
thread.open          -         -     -      -        -      yes    yes   yes   | -    yes   -     yes        yes
thread.change        -         -     -      -        -      yes    yes   yes   | -    yes   -     yes        yes
thread.hand_over     -         -     -      -        -      yes    yes   yes   | -    yes   -     yes        yes
reply.post           -         -     -      -        -      yes    yes   yes   | -    yes   -     yes        yes
reply.edit           -         -     -      -        -      yes    yes   yes   | -    yes   -     yes        yes
reply.delete         -         -     -      -        -      yes    yes   yes   | -    yes   -     yes        yes
notification.read    -         -     -      -        yes    yes    yes   yes   | yes  -     -     yes        yes
notification.change  -         -     -      -        yes    yes    yes   yes   | -    yes   -     yes        yes
notification.oversee -         -     -      yes      -      -      yes   yes   | -    -     yes   -          yes
search.read          -         -     -      -        yes    yes    yes   yes   | yes  -     -     yes        yes
`

const me = 'per_me' as PersonId
const other = 'per_other' as PersonId

const actors: Record<string, Actor> = {
  anonymous: { kind: 'anonymous', address: '192.0.2.1' },
  guest: { kind: 'guest', guestId: 'gst_1' as GuestId, name: 'Visitor' },
  system: { kind: 'system' },
  operator: { kind: 'operator', name: 'root' },
  viewer: signedIn('viewer'),
  member: signedIn('member'),
  admin: signedIn('admin'),
  owner: signedIn('owner'),
  read: withToken('owner', ['read']),
  write: withToken('owner', ['write']),
  admin_token: withToken('owner', ['admin']),
  'read+write': withToken('owner', ['read', 'write']),
  all: withToken('owner', scopes),
}

test('[PPL2] every action has the answer that stands in this table, for every kind of actor', () => {
  const lines = expected.trim().split('\n').slice(1)
  assert.deepEqual(lines.map((line) => line.trim().split(/\s+/)[0] ?? '').sort(), [...actions].sort())
  for (const line of lines) {
    const [action, ...answers] = line.replace('|', ' ').trim().split(/\s+/)
    const asked = Object.entries(actors)
    assert.equal(answers.length, asked.length, line)
    for (const [i, [name, actor]] of asked.entries()) {
      const fitting = fittingResource(action as Action, actor)
      const allowed = answers[i] === 'yes'
      assert.equal(authorize(actor, action as Action, fitting).ok, allowed, `${name} ${action}`)
      assert.equal(mayTry(actor, action as Action).ok, allowed, `${name} may try ${action}`)
    }
  }
})

test('[I35] whoever is not recognised is told to sign in, and a guest is refused everything', () => {
  for (const action of actions) {
    const anonymous = mayTry(actors['anonymous']!, action)
    if (!anonymous.ok) assert.equal(anonymous.code, 'not_signed_in')
    assert.equal(mayTry(actors['guest']!, action).ok, false)
  }
})

test('[CNV6] [I35] a guest who was let in opens the place’s session, speaks to it and stops their own turn, nothing more', () => {
  const base = { kind: 'guest', guestId: 'gst_1' as GuestId, name: 'Visitor' } as const
  const heard: Actor = { ...base, admitted: { heardBy: ownSession.id } }
  const first: Actor = { ...base, admitted: {} }
  const here: Resource = { ...ownSession, isListed: false, isMaker: false, isOwnTurn: true }
  const may = (actor: Actor, resource: (action: Action) => Resource) =>
    actions.filter((action) => authorize(actor, action, resource(action)).ok)
  const fitting = (action: Action) => {
    const resource = fittingResource(action, heard)
    return resource.kind === 'session' ? here : resource
  }
  assert.deepEqual(may(heard, fitting), ['session.write', 'session.stop'])
  assert.deepEqual(may(first, fitting), ['session.create'])
  const elsewhere = { ...here, id: 'ses_2' as SessionId, visibility: 'team' } as const
  assert.deepEqual(
    may(heard, () => elsewhere),
    [],
  )
  assert.deepEqual(
    may(heard, () => ({ ...here, isOwnTurn: false })),
    ['session.write'],
  )
})

test('[PPL4] [BND4] an account elsewhere speaks with the member’s role, to what hears it, and runs nothing', () => {
  const credential = { kind: 'channel', id: 'gst_1' as GuestId, heardBy: ownSession.id } as const
  const member: Actor = { ...person('owner'), scopes: ['read', 'write'], credential }
  const foreign = { ...ownSession, isListed: false, isMaker: false } as const
  const may = (resource: Resource) => actions.filter((action) => authorize(member, action, resource).ok)
  assert.deepEqual(may(foreign), ['session.write'])
  assert.deepEqual(may({ ...foreign, isOwnTurn: true }), ['session.write', 'session.stop'])
  assert.deepEqual(may({ ...foreign, id: 'ses_2' as SessionId }), [])
  for (const action of ['settings.change', 'member.remove', 'secret.change', 'backup.create'] as const) {
    assert.equal(authorize(member, action, fittingResource(action, member)).ok, false, action)
  }
})

test('[R3] an action that nobody knows is refused, also under the name of something every object has', () => {
  for (const word of ['', 'member', 'member.read ', 'MEMBER.READ', 'constructor', '__proto__', 'toString']) {
    assert.equal(authorize(actors['operator']!, word as Action, { kind: 'place' }).ok, false)
    assert.equal(mayTry(actors['owner']!, word as Action).ok, false)
    assert.equal(isAudited(word as Action), false)
  }
})

test('[R3] an action on a thing it is not for is refused, for the operator too', () => {
  for (const actor of [actors['owner']!, actors['operator']!]) {
    assert.equal(authorize(actor, 'settings.change', { kind: 'person', id: me, role: 'owner' }).ok, false)
    assert.equal(authorize(actor, 'member.remove', { kind: 'place' }).ok, false)
    assert.equal(
      authorize(actor, 'invite.create', { kind: 'new_person', handle: 'x', role: 'viewer' }).ok,
      false,
    )
  }
})

test('[I36] what is one’s own goes by the id; of others it is refused, to owners too', () => {
  const foreign: [Action, Resource][] = [
    ['self.read', { kind: 'person', id: other, role: 'viewer' }],
    ['self.read', { kind: 'preferences', personId: other }],
    ['self.change', { kind: 'password', personId: other }],
    ['sign_in.end', { kind: 'sign_ins', personId: other }],
    ['token.read', { kind: 'tokens', personId: other }],
    ['token.create', { kind: 'new_token', personId: other, scopes: ['read'] }],
    ['token.revoke', { kind: 'tokens', personId: other }],
  ]
  for (const [action, resource] of foreign) {
    assert.equal(authorize(actors['owner']!, action, resource).ok, false, action)
  }
})

test('[R5] a token cannot change the password, whatever it carries', () => {
  const password: Resource = { kind: 'password', personId: me }
  assert.equal(authorize(actors['all']!, 'self.change', password).ok, false)
  assert.equal(authorize(actors['owner']!, 'self.change', password).ok, true)
})

test('[R5] nobody moves themselves, except an owner who steps down', () => {
  const move = (role: Role, from: Role, to: Role) =>
    authorize(signedIn(role), 'member.change_role', { kind: 'role_change', id: me, from, to }).ok
  assert.equal(move('owner', 'owner', 'viewer'), true)
  assert.equal(move('admin', 'admin', 'owner'), false)
  assert.equal(move('admin', 'admin', 'member'), false)
  assert.equal(move('member', 'member', 'admin'), false)
})

test('[R5] admins manage up to admins, only owners have to do with owners', () => {
  for (const [actor, role, reached] of [
    ['admin', 'viewer', true],
    ['admin', 'member', true],
    ['admin', 'admin', true],
    ['admin', 'owner', false],
    ['owner', 'owner', true],
  ] as const) {
    const person: Resource = { kind: 'person', id: other, role }
    assert.equal(authorize(signedIn(actor), 'member.remove', person).ok, reached, `${actor} ${role}`)
    assert.equal(authorize(signedIn(actor), 'member.change', person).ok, reached, `${actor} ${role}`)
    const up: Resource = { kind: 'role_change', id: other, from: 'viewer', to: role }
    assert.equal(authorize(signedIn(actor), 'member.change_role', up).ok, reached, `${actor} up to ${role}`)
    const down: Resource = { kind: 'role_change', id: other, from: role, to: 'viewer' }
    assert.equal(
      authorize(signedIn(actor), 'member.change_role', down).ok,
      reached,
      `${actor} down from ${role}`,
    )
  }
})

const anyRole = fc.constantFrom(...roles)
const anyScopes = fc.subarray([...scopes])

test('[I38] what is granted never exceeds who grants it', () => {
  fc.assert(
    fc.property(
      anyRole,
      anyScopes,
      fc.boolean(),
      anyRole,
      anyRole,
      anyScopes,
      (own, carried, token, from, to, asked) => {
        const actor = token ? withToken(own, carried) : signedIn(own)
        const allowed = (action: Action, resource: Resource) => authorize(actor, action, resource).ok

        if (allowed('invite.create', { kind: 'invite', id: 'inv_1', role: to })) {
          assert.ok(atLeast(own, to))
          assert.ok(mayLetIn(own, to))
          assert.deepEqual(
            scopes.filter((scope) => !actor.scopes.includes(scope)),
            [],
          )
        }
        if (allowed('member.change_role', { kind: 'role_change', id: other, from, to })) {
          assert.ok(atLeast(own, from) && atLeast(own, to))
        }
        if (allowed('token.create', { kind: 'new_token', personId: me, scopes: asked })) {
          assert.deepEqual(
            asked.filter((scope) => !actor.scopes.includes(scope)),
            [],
          )
        }
      },
    ),
    { seed: 7, numRuns: 2_000 },
  )
})

test('[I37] an empty list of scopes gives nothing, and neither do words that are no scopes', () => {
  for (const stored of ['', ' ', '*', 'all', 'reader', 'READ', 'read,write,admin']) {
    const actor = withToken('owner', scopesFrom(stored))
    const open = actions.filter((action) => mayTry(actor, action).ok)
    assert.deepEqual(open, ['public.read', 'sign_in.create', 'join.accept'], stored)
  }
  assert.deepEqual(scopesFrom('admin read'), ['read', 'admin'])
})

test('[R3] a role that is none is never reached', () => {
  const role = 'root' as Role
  assert.equal(authorize(actors['owner']!, 'invite.create', { kind: 'invite', id: 'inv_1', role }).ok, false)
  assert.equal(mayLetIn('owner', role), false)
})

test('[PPL3] what changes who may do what is audited, what only reads is not', () => {
  const audited = actions.filter((action) => isAudited(action))
  assert.deepEqual(audited, [
    'sign_in.create',
    'join.accept',
    'self.change',
    'sign_in.end',
    'token.create',
    'token.revoke',
    'member.create',
    'member.change',
    'member.change_role',
    'member.remove',
    'member.set_password',
    'invite.create',
    'invite.revoke',
    'settings.change',
    'secret.change',
    'backup.create',
    'session.disclose',
    'session.archive',
    'session.redact',
    'approval.decide',
    'budget.raise',
    'binding.make',
    'binding.make_here',
    'binding.end',
    'delivery.resend',
    'delivery.dismiss',
    'account.link',
    'reply.delete',
  ])
  assert.equal(isAudited('self.change', { kind: 'preferences', personId: me }), false)
})

/** A thing of the kind the action is for, such that only the actor's own rank and credential decide. */
function fittingResource(action: Action, actor: Actor): Resource {
  switch (action) {
    case 'self.read':
    case 'self.change':
      return { kind: 'person', id: me, role: actor.kind === 'person' ? actor.role : 'viewer' }
    case 'sign_in.end':
      return { kind: 'sign_ins', personId: me }
    case 'token.read':
    case 'token.revoke':
      return { kind: 'tokens', personId: me }
    case 'account.link':
      return { kind: 'links', personId: me }
    case 'notification.read':
    case 'notification.change':
      return { kind: 'notifications', personId: me }
    case 'token.create':
      return { kind: 'new_token', personId: me, scopes: actor.kind === 'person' ? actor.scopes : ['read'] }
    case 'member.create':
      return { kind: 'new_person', handle: 'lou', role: 'viewer' }
    case 'member.change':
    case 'member.remove':
      return { kind: 'person', id: other, role: 'viewer' }
    case 'member.change_role':
      return { kind: 'role_change', id: other, from: 'viewer', to: 'member' }
    case 'member.set_password':
      return { kind: 'password', personId: other }
    case 'invite.create':
    case 'invite.revoke':
      return { kind: 'invite', id: 'inv_1', role: 'viewer' }
    case 'session.read':
    case 'session.write':
    case 'session.stop':
    case 'subagent.spawn':
    case 'subagent.kill':
    case 'session.change':
    case 'session.disclose':
    case 'session.archive':
    case 'queue.reorder':
    case 'budget.raise':
    case 'binding.make':
    case 'binding.make_here':
    case 'delivery.resend':
    case 'delivery.dismiss':
    case 'thread.read':
    case 'thread.open':
    case 'thread.change':
    case 'thread.hand_over':
    case 'reply.post':
      return ownSession
    case 'binding.end':
      return ownBinding
    case 'approval.read':
    case 'approval.decide':
      return ownApproval
    case 'session.redact':
    case 'queue.edit':
    case 'queue.cancel':
    case 'reply.edit':
    case 'reply.delete':
      return ownMessage
    default:
      return { kind: 'place' }
  }
}

const ownSession = {
  kind: 'session',
  id: 'ses_1' as SessionId,
  visibility: 'private',
  isListed: true,
  isMaker: true,
} as const

const ownApproval = {
  kind: 'approval',
  id: 'apr_1',
  visibility: 'private',
  isListed: true,
  isRequester: false,
  by: 'participants',
} as const

const ownBinding = {
  kind: 'binding',
  id: 'bnd_1',
  visibility: 'private',
  isListed: true,
  isBinder: true,
  isNobodys: false,
} as const

const ownMessage = {
  kind: 'session_part',
  id: 'evt_1',
  visibility: 'private',
  isListed: true,
  isAuthor: true,
} as const

test('[SES7] in a private session that one is not listed in, nobody may do anything, owners included', () => {
  for (const action of actions.filter((one) => /^(session|queue|thread|reply)\./.test(one))) {
    const own = fittingResource(action, actors['owner']!)
    if (own.kind !== 'session' && own.kind !== 'session_part') continue
    const foreign: Resource = {
      ...own,
      isListed: false,
      ...(own.kind === 'session' ? { isMaker: false } : { isAuthor: false }),
    }
    assert.equal(authorize(actors['owner']!, action, foreign).ok, false, action)
  }
})

test('[SES6] an admin may redact and cancel what others wrote, not edit it; a member may none of it', () => {
  const foreign: Resource = { ...ownMessage, visibility: 'team', isAuthor: false }
  for (const [action, admin] of [
    ['session.redact', true],
    ['queue.cancel', true],
    ['queue.edit', false],
  ] as const) {
    assert.equal(authorize(actors['admin']!, action, foreign).ok, admin, action)
    assert.equal(authorize(actors['member']!, action, foreign).ok, false, action)
  }
})

test('[CNV5] only whoever opened a session discloses or, below admin, archives it', () => {
  const foreign: Resource = { ...ownSession, visibility: 'team', isMaker: false }
  assert.equal(authorize(actors['owner']!, 'session.disclose', foreign).ok, false)
  assert.equal(authorize(actors['admin']!, 'session.archive', foreign).ok, true)
  assert.equal(authorize(actors['member']!, 'session.archive', foreign).ok, false)
})

test('[CMD3] a binding is ended by whoever made it, an admin, or, of what nobody made, by whoever takes part', () => {
  const foreign: Extract<Resource, { kind: 'binding' }> = { ...ownBinding, isBinder: false }
  const mayEnd = (role: string, binding: Partial<typeof foreign>) =>
    authorize(actors[role]!, 'binding.end', { ...foreign, ...binding }).ok
  assert.equal(mayEnd('member', { isBinder: true, isListed: false }), true)
  assert.equal(mayEnd('member', {}), false)
  assert.equal(mayEnd('admin', { isListed: false }), true)
  assert.equal(mayEnd('member', { isNobodys: true }), true)
  assert.equal(mayEnd('member', { isNobodys: true, isListed: false }), false)
  assert.equal(mayEnd('member', { isNobodys: true, isListed: false, visibility: 'team' }), true)
  assert.equal(mayEnd('viewer', { isNobodys: true }), false)
})

function signedIn(role: Role): PersonActor {
  return { ...person(role), scopes, credential: { kind: 'sign_in', id: 'sgn_1' as SignInId } }
}

function withToken(role: Role, carried: readonly Scope[]): PersonActor {
  return { ...person(role), scopes: carried, credential: { kind: 'token', id: 'tok_1' as TokenId } }
}

function person(role: Role) {
  return { kind: 'person', personId: me, handle: 'kim', name: 'Kim', role } as const
}
