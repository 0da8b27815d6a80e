// Every route against everyone who may not see a private session, whatever their role: what is in it is not there, and no
// list, count, hit or command says a word of it. The table names every route, so that a new one has to be thought about.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Role, type RouteName, roles, routes } from '@heddle/contract'
import { type KnownPerson, knownPerson } from '../../../test-support/known-person.ts'
import { openTestDoor, type TestDoor } from '../../../test-support/open-test-door.ts'
import {
  noSecrets,
  openSecretSession,
  type Secrets,
  secretWord,
} from '../../../test-support/secret-session.ts'
import { toolsOf } from '../../../test-support/tools-of.ts'

interface Ask {
  /** Without it: that of the route, with the ids of what is asked about. */
  path?: string
  body?: unknown
}

/** By what of the session they are reached. */
const idOf: Partial<Record<RouteName, keyof Secrets>> = {
  readFile: 'file',
  decideApproval: 'approval',
  readRun: 'run',
  endBinding: 'binding',
  resendDelivery: 'delivery',
  dismissDelivery: 'delivery',
  readNotification: 'notification',
  unreadNotification: 'notification',
}

/** Of what is in it: answered as if it had never been. */
const absent: Partial<Record<RouteName, (of: Secrets) => Ask[]>> = {
  readSession: () => [{}],
  changeSession: () => [{ body: { title: 'x' } }],
  archiveSession: () => [{}],
  postMessage: ({ session, key }) => [
    { body: { body: 'x', clientMessageId: 'x' } },
    { path: `/sessions/${encodeURIComponent(key)}/messages`, body: { body: 'x', clientMessageId: 'y' } },
    { body: { body: 'x', clientMessageId: 'z', to: 'focus', focusId: session } },
  ],
  readTimeline: () => [{}],
  readEvent: () => [{}],
  redactEvent: () => [{}],
  stopSession: () => [{}],
  retryTurn: () => [{}],
  forkSession: ({ message }) => [{ body: { eventId: message } }],
  readQueue: () => [{}],
  changeQueued: () => [{ body: { position: 0 } }],
  cancelQueued: () => [{}],
  runCommand: () => [{ body: { text: '/status' } }],
  suggestArguments: () => [{}],
  markRead: () => [{ body: { seq: 1 } }],
  tellTyping: () => [{}],
  readFile: () => [{}],
  decideApproval: () => [{ body: { decision: 'once' } }],
  listBudgets: () => [{}],
  raiseBudget: () => [{ body: { scope: 'tree', tokens: 1 } }],
  listSubagents: ({ child }) => [{}, { path: `/sessions/${child}/subagents` }],
  spawnRun: () => [{ body: { task: 'x' } }],
  readRun: () => [{}],
  makeBinding: ({ session, key }) =>
    [{ targetSessionId: session }, { targetSessionKey: key }].map((target) => ({
      body: { ...target, conversation: { channel: 'web', accountId: 'ME', conversationId: 'OWN' } },
    })),
  endBinding: () => [{}],
  resendDelivery: () => [{}],
  dismissDelivery: () => [{}],
  listThreads: ({ message }) => [{}, { path: `/sessions/OWN/threads?anchorEventId=${message}` }],
  openThread: ({ message }) => [
    { body: { anchorEventId: message } },
    { path: '/sessions/OWN/threads', body: { anchorEventId: message } },
  ],
  readThread: () => [{}],
  changeThread: () => [{ body: { resolved: true } }],
  handOver: () => [{ body: { clientMessageId: 'x' } }],
  listReplies: () => [{}],
  markThreadRead: () => [{ body: { seq: 1 } }],
  postReply: () => [{ body: { body: 'x', clientMessageId: 'x' } }],
  editReply: () => [{ body: { body: 'x' } }],
  deleteReply: () => [{}],
  readNotification: () => [{}],
  unreadNotification: () => [{}],
  readAllNotifications: ({ session, thread }) => [
    { body: { sessionId: session } },
    { body: { threadId: thread } },
  ],
  listApprovals: ({ session }) => [{ path: `/approvals?session=${session}&state=all` }],
  listBindings: ({ session }) => [{ path: `/bindings?session=${session}` }],
  listDeliveries: ({ session }) => [{ path: `/deliveries?session=${session}&state=all` }],
  search: ({ session, key }) => [
    { path: `/search?q=${secretWord}&session=${session}` },
    { path: `/search?q=${secretWord}&session=${encodeURIComponent(key)}` },
  ],
  listSessions: ({ session }) => [{ path: `/sessions?parent=${session}` }],
}

/** Across everything: nothing of it stands there. */
const silent: Partial<Record<RouteName, (of: Secrets) => Ask[]>> = {
  listSessions: ({ session }) => [
    {},
    { path: `/sessions?text=${secretWord}` },
    { path: `/sessions?text=${session}` },
  ],
  listApprovals: () => [{}, { path: '/approvals?state=all' }],
  listBindings: () => [{}],
  listDeliveries: () => [{}, { path: '/deliveries?state=all' }],
  listNotifications: () => [{}, { path: '/notifications?show=unread' }],
  listNotificationDeliveries: () => [{}],
  search: () => [
    { path: `/search?q=${secretWord}` },
    { path: '/search?q=weaver' },
    { path: '/search?q=send' },
  ],
  readUsage: () => [{}],
  listMembers: () => [{}],
  listAudit: () => [{}],
  // From a session of one's own, naming what is not.
  runCommand: ({ key, session, run, child }) =>
    [
      '/agents',
      '/subagents list',
      `/focus ${key}`,
      `/focus ${session}`,
      `/focus ${child}`,
      `/subagents info ${run}`,
      `/subagents log ${run}`,
      `/subagents send ${run} hello`,
      `/subagents kill ${run}`,
    ].map((text) => ({ path: '/sessions/OWN/commands', body: { text } })),
  postMessage: ({ file }) => [
    { path: '/sessions/OWN/messages', body: { body: 'see', clientMessageId: 'f', attachments: [file] } },
  ],
  listTools: () => [{}],
  listAgents: () => [{}],
  openapi: () => [{}],
  about: () => [{}],
}

/** No session is in them. */
const others: readonly RouteName[] = [
  'listModels',
  'createSession',
  'uploadFile',
  'listProviders',
  'saveProvider',
  'removeProvider',
  'testModel',
  'listLinks',
  'createLink',
  'removeLinks',
  'removeLink',
  'listToolServers',
  'restartToolServer',
  'listChannels',
  'checkChannel',
  'signIn',
  'signOut',
  'previewJoin',
  'join',
  'readMe',
  'changeMe',
  'readPreferences',
  'writePreferences',
  'listTokens',
  'createToken',
  'revokeTokens',
  'revokeToken',
  'listSignIns',
  'endSignIns',
  'endSignIn',
  'listInvites',
  'createInvite',
  'revokeInvite',
  'readMember',
  'changeMember',
  'removeMember',
  'readSettings',
  'writeSettings',
]

test('[R1] [SES7] the table of what is private names every route, and none for two reasons that exclude each other', () => {
  const named = new Set([...Object.keys(absent), ...Object.keys(silent), ...others])
  assert.deepEqual([...named].toSorted(), Object.keys(routes).toSorted())
  assert.deepEqual(
    others.filter((name) => name in absent || name in silent),
    [],
  )
})

/** Whatever is called waits for somebody's word. */
const tools = toolsOf({
  judge: ({ name }) => ({
    kind: 'ask',
    why: 'policy',
    reason: 'It asks.',
    scope: { key: name, label: name },
  }),
  run: async () => ({ output: 'done', isError: false }),
})

async function openHouse(role: Role) {
  const house = await openTestDoor({ tools })
  house.hearers.push(house.queue)
  const kim = await knownPerson(house, 'kim', 'member')
  const mia = await knownPerson(house, 'mia', 'member')
  const lou = await knownPerson(house, 'lou', role)
  const secrets = await openSecretSession(house, kim.actor, mia.actor, 'lou')
  // A viewer has none of their own, and looks on in one of the team.
  const own = await house.chat(role === 'viewer' ? kim.actor : lou.actor, {
    visibility: 'team',
    title: 'Open',
  })
  return { house, kim, mia, lou, own, secrets }
}

function requestFor(name: RouteName, { path, body }: Ask, of: Secrets, own: string, me: string) {
  const whole = (path ?? routes[name].path)
    .replace('{id}', encodeURIComponent(of[idOf[name] ?? byPath(routes[name].path)]))
    .replace(/\{(eventId|messageId)\}/, of.message)
    .replace('OWN', own)
  const filled = body && JSON.parse(JSON.stringify(body).replaceAll('OWN', own).replaceAll('"ME"', `"${me}"`))
  return { method: routes[name].method, path: whole, body: filled as unknown }
}

function byPath(path: string): keyof Secrets {
  if (path.startsWith('/threads/')) return 'thread'
  return path.startsWith('/replies/') ? 'reply' : 'session'
}

async function answersOf(
  { house, lou, own }: { house: TestDoor; lou: KnownPerson; own: string },
  name: RouteName,
  asks: (of: Secrets) => Ask[],
  of: Secrets,
): Promise<string[]> {
  const answers: string[] = []
  for (const ask of asks(of)) {
    const { method, path, body } = requestFor(name, ask, of, own, lou.actor.personId)
    const { status, body: said } = await house.ask(method, path, { headers: lou.headers, body })
    const { requestId: _, ...error } = said?.error ?? {}
    const shown = said?.error ? error : said
    answers.push(`${status} ${JSON.stringify(shown)}`)
  }
  return answers
}

/** An admin is shown that something is stuck, to see to it, and not what it says (DLV4). */
const stuckIsShown = new Set<RouteName>(['resendDelivery', 'dismissDelivery', 'listDeliveries'])

for (const role of roles) {
  test(`[SES7] [THR1] [NTF4] [SRC5] [R1] a private session of others is not there for ${role === 'viewer' ? 'a viewer' : `whoever is ${role}`}, by any route`, async () => {
    const all = await openHouse(role)
    await using house = all.house
    const isOverseer = role === 'admin' || role === 'owner'
    for (const [name, asks] of Object.entries(absent) as [RouteName, (of: Secrets) => Ask[]][]) {
      if (isOverseer && stuckIsShown.has(name)) continue
      const seen = await answersOf(all, name, asks, all.secrets)
      assert.deepEqual(seen, await answersOf(all, name, asks, noSecrets), name)
    }
    for (const [name, asks] of Object.entries({ ...silent }) as [RouteName, (of: Secrets) => Ask[]][]) {
      for (const answer of await answersOf(all, name, asks, all.secrets)) {
        assert.doesNotMatch(answer, new RegExp(secretWord, 'i'), `${name}: ${answer}`)
        if (name === 'postMessage') assert.match(answer, /^(404|403|400|409)/)
      }
    }
    assert.deepEqual(house.logged, [])
    // For those who take part all of it is there, so that what was asked about was there to be found.
    const found = await house.ask('GET', `/search?q=${secretWord}`, { headers: all.mia.headers })
    assert.ok(found.body.items.length >= 3)
    const told = await house.ask('GET', '/notifications', { headers: all.mia.headers })
    assert.ok(told.body.items.length >= 2)
    for (const [what, id] of Object.entries(all.secrets)) assert.ok(id, what)
  })
}

test('[MEN2] [NTF1] whoever names an outsider in a private session is told so, and the outsider nothing', async () => {
  const { house, kim, lou, secrets } = await openHouse('member')
  await using _ = house
  const said = [
    [`/sessions/${secrets.session}/messages`, { body: '@lou?', clientMessageId: 'named-1', mode: 'note' }],
    [`/threads/${secrets.thread}/replies`, { body: '@lou?', clientMessageId: 'named-2' }],
  ] as const
  for (const [path, body] of said) {
    const { body: answer } = await house.ask('POST', path, { headers: kim.headers, body })
    assert.deepEqual(answer.rejectedMentions, [{ handle: 'lou', reason: 'not_a_member' }], path)
  }
  await house.work()
  const { body } = await house.ask('GET', '/notifications', { headers: lou.headers })
  assert.deepEqual([body.items, body.unread], [[], 0])
})
