// Every route against everyone who could ask, with what is expected written out by hand. The table is the rule; it is
// not derived from what the people room says.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AuditJson,
  type Role,
  type RouteName,
  roles,
  routes,
  type Scope,
  type SessionId,
  scopes,
} from '@heddle/contract'
import { createFakeSources, type FakeSources } from '../../../test-support/fake-sources.ts'
import { openTestDoor, type TestDoor } from '../../../test-support/open-test-door.ts'
import { passwordOf } from '../../../test-support/open-test-people.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { toolsOf } from '../../../test-support/tools-of.ts'
import type { PersonActor } from '../../people/people.ts'

const callers = [
  'anonymous',
  'viewer',
  'member',
  'admin',
  'owner',
  'token read',
  'token write',
  'token admin',
] as const
type Caller = (typeof callers)[number]

// y: done. s: not_signed_in. n: not_allowed. b: bad_input (a token cannot be signed out). In the order of the callers;
// the tokens are an owner's, each with that scope alone.
const expected: Record<RouteName, string> = {
  about: /*            */ 'y yyyy yyy',
  openapi: /*          */ 'y yyyy yyy',
  signIn: /*           */ 'y yyyy yyy',
  signOut: /*          */ 's yyyy nbn',
  previewJoin: /*      */ 'y yyyy yyy',
  join: /*             */ 'y yyyy yyy',
  readMe: /*           */ 's yyyy ynn',
  changeMe: /*         */ 's yyyy nyn',
  readPreferences: /*  */ 's yyyy ynn',
  writePreferences: /* */ 's yyyy nyn',
  listTokens: /*       */ 's yyyy ynn',
  createToken: /*      */ 's yyyy nyn',
  revokeTokens: /*     */ 's yyyy nyn',
  revokeToken: /*      */ 's yyyy nyn',
  listSignIns: /*      */ 's yyyy ynn',
  endSignIns: /*       */ 's yyyy nyn',
  endSignIn: /*        */ 's yyyy nyn',
  listLinks: /*        */ 's yyyy ynn',
  createLink: /*       */ 's yyyy nyn',
  removeLinks: /*      */ 's yyyy nyn',
  removeLink: /*       */ 's yyyy nyn',
  listInvites: /*      */ 's nnyy nny',
  // Who comes in can do everything their role may; a token that cannot must not let anyone in.
  createInvite: /*     */ 's nnyy nnn',
  revokeInvite: /*     */ 's nnyy nny',
  listMembers: /*      */ 's yyyy ynn',
  readMember: /*       */ 's yyyy ynn',
  changeMember: /*     */ 's nnyy nny',
  removeMember: /*     */ 's nnyy nny',
  listAudit: /*        */ 's nnyy nny',
  readSettings: /*     */ 's nnyy nny',
  writeSettings: /*    */ 's nnyy nny',
  // About a session of the team that someone else opened, in which someone else has said something.
  listAgents: /*       */ 's yyyy ynn',
  listModels: /*       */ 's yyyy ynn',
  listProviders: /*    */ 's nnyy nny',
  saveProvider: /*     */ 's nnyy nny',
  removeProvider: /*   */ 's nnyy nny',
  testModel: /*        */ 's nnyy nny',
  readUsage: /*        */ 's yyyy ynn',
  listSessions: /*     */ 's yyyy ynn',
  createSession: /*    */ 's nyyy nyn',
  readSession: /*      */ 's yyyy ynn',
  changeSession: /*    */ 's nyyy nyn',
  archiveSession: /*   */ 's nnyy nyn',
  postMessage: /*      */ 's nyyy nyn',
  readTimeline: /*     */ 's yyyy ynn',
  readEvent: /*        */ 's yyyy ynn',
  redactEvent: /*      */ 's nnyy nyn',
  stopSession: /*      */ 's nyyy nyn',
  retryTurn: /*        */ 's nyyy nyn',
  // Reads one session and opens another.
  forkSession: /*      */ 's nyyy nnn',
  readQueue: /*        */ 's yyyy ynn',
  // Answers with the queue, which is reading.
  changeQueued: /*     */ 's nyyy nnn',
  cancelQueued: /*     */ 's nnyy nyn',
  runCommand: /*       */ 's yyyy ynn',
  suggestArguments: /* */ 's yyyy ynn',
  markRead: /*         */ 's yyyy ynn',
  tellTyping: /*       */ 's nyyy nyn',
  listSubagents: /*    */ 's yyyy ynn',
  spawnRun: /*         */ 's nyyy nyn',
  // One that someone else started there.
  readRun: /*          */ 's yyyy ynn',
  listApprovals: /*    */ 's yyyy ynn',
  // Answers with what was decided, which needs no right to read: it was shown to whoever decides.
  decideApproval: /*   */ 's nyyy nyn',
  listBindings: /*     */ 's yyyy ynn',
  // Of the asker's own composer on the page of that session.
  makeBinding: /*      */ 's nyyy nyn',
  // One that nobody made.
  endBinding: /*       */ 's nyyy nyn',
  listDeliveries: /*   */ 's yyyy ynn',
  // Something that is told of that session and went nowhere.
  resendDelivery: /*   */ 's nyyy nyn',
  dismissDelivery: /*  */ 's nyyy nyn',
  listBudgets: /*      */ 's yyyy ynn',
  raiseBudget: /*      */ 's nnyy nny',
  listTools: /*        */ 's yyyy ynn',
  listToolServers: /*  */ 's nnyy nny',
  restartToolServer: /**/ 's nnyy nny',
  listChannels: /*     */ 's nnyy nny',
  checkChannel: /*     */ 's nnyy nny',
  listThreads: /*      */ 's yyyy ynn',
  openThread: /*       */ 's nyyy nyn',
  readThread: /*       */ 's yyyy ynn',
  changeThread: /*     */ 's nyyy nyn',
  handOver: /*         */ 's nyyy nyn',
  listReplies: /*      */ 's yyyy ynn',
  markThreadRead: /*   */ 's yyyy ynn',
  postReply: /*        */ 's nyyy nyn',
  // One that someone else wrote.
  editReply: /*        */ 's nnnn nnn',
  deleteReply: /*      */ 's nnyy nyn',
  listNotifications: /**/ 's yyyy ynn',
  listNotificationDeliveries: /**/ 's nnyy nny',
  // One of the asker's own.
  readNotification: /* */ 's yyyy nyn',
  unreadNotification: /**/ 's yyyy nyn',
  readAllNotifications: /**/ 's yyyy nyn',
  search: /*           */ 's yyyy ynn',
  uploadFile: /*       */ 's nyyy nyn',
  // One that stands in that session of the team.
  readFile: /*         */ 's yyyy ynn',
}

const rules = { budgets: { tree: { tokens: 1_000_000 } } }
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

const outcomes: Record<string, string> = { s: 'not_signed_in', n: 'not_allowed', b: 'bad_input' }

for (const [name, letters] of Object.entries(expected) as [RouteName, string][]) {
  test(`[R1][I35] ${name}: whoever asks gets exactly what the table says`, async () => {
    const sources = createFakeSources()
    await using house = await openTestDoor({ rules, tools, sources })
    for (const [i, caller] of callers.entries()) {
      const letter = letters.replaceAll(' ', '')[i]
      const wanted = letter === 'y' ? routes[name].status : outcomes[letter ?? '']
      assert.equal(await outcomeOf({ ...house, sources }, name, caller), wanted, `${caller} asks ${name}`)
    }
    assert.deepEqual(house.logged, [])
  })
}

const outside = [
  { letters: 's yyyy ynn', method: 'GET', path: '/v1/models' },
  {
    letters: 's nyyy nyn',
    method: 'POST',
    path: '/v1/chat/completions',
    body: { model: 'main', messages: [{ role: 'user', content: 'x' }] },
  },
]

for (const { letters, method, path, body } of outside) {
  test(`[R1][I35] [API12] ${method} ${path}: whoever asks gets exactly what the table says`, async () => {
    await using house = await openTestDoor()
    for (const [i, caller] of callers.entries()) {
      const letter = letters.replaceAll(' ', '')[i]
      const { headers } = await headersOf(house, caller)
      const response = await house.fetch(path, {
        method,
        headers: { ...headers, ...formHeader, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const answer = JSON.parse(await response.text())
      assert.equal(answer.error?.code ?? 'y', outcomes[letter ?? ''] ?? letter, `${caller} asks ${path}`)
    }
    assert.deepEqual(house.logged, [])
  })
}

test('[R1] the table covers every route and every caller', () => {
  assert.deepEqual(Object.keys(expected).sort(), Object.keys(routes).sort())
  for (const letters of Object.values(expected)) {
    assert.match(letters, /^[ysnb] [ysnb]{4} [ysnb]{3}$/)
  }
})

test('[I35] a stranger who is refused leaves no row behind', async () => {
  await using house = await openTestDoor()
  const things = await prepare(house, undefined)
  const before = house.store.figures().commits
  for (const name of Object.keys(routes) as RouteName[]) {
    if (!expected[name].startsWith('s')) continue
    const { method, path, body } = requestFor(name, things)
    assert.equal((await house.ask(method, path, { body, headers: formHeader })).status, 401)
  }
  assert.equal(house.store.figures().commits, before)
})

test('[I48] a member who is refused an act of consequence is in the audit log, a mere look is not', async () => {
  await using house = await openTestDoor()
  const member = await house.cookieOf('member')
  const { target } = await prepare(house, undefined)
  await house.ask('DELETE', `/members/${target}`, { headers: member })
  await house.ask('GET', '/audit', { headers: member })
  const { body } = await house.ask('GET', '/audit', { headers: await house.cookieOf('owner') })
  const items: AuditJson[] = body.items
  const refusals = items.filter(({ outcome }) => outcome === 'refused')
  assert.deepEqual(
    refusals.map(({ action, actor, resource }) => ({ action, name: actor.name, resource })),
    [{ action: 'member.remove', name: 'member-1', resource: target }],
  )
})

async function outcomeOf(
  house: TestDoor & { sources: FakeSources },
  name: RouteName,
  caller: Caller,
): Promise<number | string | undefined> {
  const { headers, person } = await headersOf(house, caller)
  const things = await prepare(house, person)
  if (name === 'changeQueued' || name === 'cancelQueued') things.message = await letWait(house, things)
  if (name === 'retryTurn') await letFail(house, things)
  if (name === 'removeProvider') await setProvider(house)
  if (name === 'decideApproval') things.approval = await letAsk(house, things)
  if (name === 'readRun' || name === 'makeBinding') things.run = await letSpawn(house, things)
  if (name === 'makeBinding') things.target = await sessionOf(house, things)
  if (name === 'endBinding') things.binding = await letBind(house, things)
  if (name === 'resendDelivery' || name === 'dismissDelivery') things.delivery = await letHold(house, things)
  if (name === 'removeLink' && person) things.ownLink = await letLink(house, person)
  if (name === 'editReply' || name === 'deleteReply') things.reply = await letReply(house, things)
  else if (routes[name].path.startsWith('/threads/')) things.thread = await letDiscuss(house, things)
  if (isAboutNotification(name)) things.notification = await letNotify(house, things)
  const { method, path, body } = requestFor(name, things)
  const answer = await house.ask(method, path, { body, headers: { ...headers, ...formHeader } })
  return answer.status < 400 ? answer.status : String(answer.body.error?.code)
}

/** Someone else asked for something there, and it failed. */
async function letFail(house: TestDoor, { maker, session }: Things): Promise<void> {
  // What was tried again before must not take this answer.
  await house.work()
  house.model.script({ type: 'failed', error: { kind: 'refused', message: 'No.' } })
  await house.say(maker, session, 'please')
  await house.work()
}

/** A call in a turn of the maker's that waits for a word. */
async function letAsk(house: TestDoor, { maker, session }: Things): Promise<string> {
  // What was decided before must not take this answer.
  await house.work()
  house.model.script(toolCall('send'))
  await house.say(maker, session, 'send it')
  await house.work()
  const filter = { session, state: 'pending' } as const
  const { items } = await house.store.read((r) =>
    house.sessions.listApprovals(r, maker, filter, { limit: 1 }),
  )
  return items[0]?.id ?? ''
}

/** A sub-agent that the maker started. */
async function letSpawn(house: TestDoor, { maker, session }: Things): Promise<string> {
  const conversation = { channel: 'web', accountId: maker.personId, conversationId: session }
  const place = { conversation, sessionId: session }
  const { runId } = await house.store.tx((t) => house.routing.spawn(t, maker, place, { task: 'Look.' }))
  return runId
}

/** What the maker said there is discussed. */
async function letDiscuss(house: TestDoor, { maker, session, message }: Things): Promise<string> {
  const opened = await house.store.tx((t) => house.collaboration.open(t, maker, session, message))
  return opened.thread.id
}

async function letReply(house: TestDoor, things: Things): Promise<string> {
  const thread = await letDiscuss(house, things)
  const said = { body: 'a reply', clientMessageId: 'r1' }
  return (await house.store.tx((t) => house.collaboration.post(t, things.maker, thread, said))).replyId
}

/** Something that is told of that session and has no place to go. */
function letHold(house: TestDoor, { session }: Things): Promise<string> {
  const persona = { name: 'Main', agentId: 'main', isAccount: true }
  const cause = `test:${++made}`
  return house.store.tx((t) =>
    house.deliveries.hold(t, { kind: 'message', cause, text: 'A word.', persona, sessionId: session }),
  )
}

/** An account elsewhere that is theirs. */
async function letLink(house: TestDoor, person: PersonActor): Promise<string> {
  const account = { channel: 'elsewhere', accountId: 'a1', platformId: `u${++made}`, name: 'Kim' }
  return house.store.tx(async (t) => {
    const { id } = await house.people.rememberGuest(t, account)
    const guest = { kind: 'guest', guestId: id, name: account.name, admitted: {} } as const
    const { code } = await house.people.offerLink(t, person)
    await house.people.useCode(t, guest, code)
    return id
  })
}

const isAboutNotification = (name: RouteName) => name === 'readNotification' || name === 'unreadNotification'

/** The asker was named in what somebody said there. */
async function letNotify(house: TestDoor & { sources: FakeSources }, things: Things): Promise<string> {
  const { message, session, asker, maker } = things
  const event = await house.store.read((r) => house.sessions.event(r, maker, session, message))
  const { eventId, seq, actor, createdAt } = event
  const place = { sourceEventId: eventId, sessionId: session, threadId: null, replyId: null, eventId, seq }
  house.sources.put({
    ...place,
    namedSeq: seq,
    actor,
    actorId: maker.personId,
    createdAt,
    text: 'a note',
    // The asker is a person.
    mentioned: [asker as PersonActor['personId']],
    anchorAuthorId: null,
    takingPart: [],
  })
  await house.store.tx((t) => house.notifications.notifyOfSource(t, eventId))
  const person = await house.store.read((r) =>
    r.one<{ id: string }>({
      compile: () =>
        ({ sql: 'select id from notifications where source_event_id = ?', parameters: [eventId] }) as never,
    }),
  )
  return person?.id ?? ''
}

async function sessionOf(house: TestDoor, { maker, run }: Things): Promise<string> {
  return (await house.store.read((r) => house.sessions.readRun(r, maker, run))).sessionId
}

async function letBind(house: TestDoor, { maker, session }: Things): Promise<string> {
  const page = await house.chat(maker)
  const { id } = await house.store.tx((t) =>
    house.routing.bindings.bind(t, {
      conversation: { channel: 'web', accountId: 'web', conversationId: page },
      placeKind: 'web',
      sessionId: session,
      boundBy: null,
      label: null,
      isOpened: false,
    }),
  )
  return id
}

async function setProvider(house: TestDoor): Promise<void> {
  const input = { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', models: [] } as const
  await house.store.tx((t) => house.models.saveProvider(t, house.operator, 'local', { ...input, models: [] }))
}

interface Known {
  headers: Record<string, string>
  person: PersonActor | undefined
}

const formHeader = { 'X-Heddle-Request': '1' }
let made = 0

async function headersOf(house: TestDoor, caller: Caller): Promise<Known> {
  if (caller === 'anonymous') return { headers: {}, person: undefined }
  const scope = scopes.find((one): one is Scope => caller === `token ${one}`)
  const role: Role = scope === undefined ? (roles.find((one) => one === caller) ?? 'viewer') : 'owner'
  const { secret, actor } = await house.signedIn(`caller-${++made}`, role)
  if (scope === undefined) return { headers: { Cookie: `heddle_sign_in=${secret}` }, person: actor }
  const token = await house.tokenOf(actor, [scope])
  return { headers: { Authorization: `Bearer ${token.secret}` }, person: actor }
}

interface Things {
  handle: string
  target: string
  ownToken: string
  ownSignIn: string
  ownLink: string
  invite: { id: string; code: string }
  maker: PersonActor
  session: SessionId
  message: string
  file: string
  approval: string
  run: string
  binding: string
  delivery: string
  thread: string
  reply: string
  notification: string
  asker: string
}

/** Something of everything that a request could be about. */
async function prepare(house: TestDoor, person: PersonActor | undefined): Promise<Things> {
  const handle = `target-${++made}`
  const target = await house.signedIn(handle, 'viewer')
  const owner = person ?? target.actor
  const token = await house.tokenOf(owner)
  const prepared = {
    handle: owner.handle,
    password: passwordOf(owner.handle),
    address: '192.0.2.1',
    device: '',
  }
  const ready = await house.people.prepareSignIn(prepared)
  const signIn = await house.store.tx((t) => house.people.signIn(t, ready))
  const { invite, code } = await house.store.tx((t) =>
    house.people.createInvite(t, house.operator, { role: 'viewer' }),
  )
  const { actor: maker } = await house.signedIn(`maker-${++made}`, 'member')
  const session = await house.chat(maker, { visibility: 'team' })
  const file = await house.upload(maker, '{}', { mediaType: 'application/json' })
  const message = await house.say(maker, session, 'a note', { mode: 'note', attachments: [file.id] })
  return {
    maker,
    session,
    message: message.eventId,
    file: file.id,
    approval: 'apr_0',
    run: 'run_0',
    binding: 'bnd_0',
    delivery: 'dlv_0',
    thread: 'thr_0',
    reply: 'rpl_0',
    notification: 'ntf_0',
    asker: person?.personId ?? target.person.id,
    handle,
    target: target.person.id,
    ownToken: token.actor.credential.id,
    ownSignIn: signIn.actor.credential.id,
    ownLink: 'gst_0',
    invite: { id: invite.id, code },
  }
}

/** A message of the maker that waits behind a turn that does not end. */
async function letWait(house: TestDoor, { maker, session }: Things): Promise<string> {
  house.model.script({ type: 'wait', until: new Promise(() => {}) })
  await house.say(maker, session, 'begin')
  while (house.model.running === 0) await house.breathe()
  await house.say(maker, session, 'first')
  const { eventId } = await house.say(maker, session, 'second')
  return eventId
}

function requestFor(name: RouteName, things: Things): { method: string; path: string; body?: unknown } {
  const { method } = routes[name]
  const path = routes[name].path
    .replace('{id}', idFor(name, things))
    .replace('{name}', 'local')
    .replace('{channel}/{account}', 'loopback/main')
    .replace(/\{(eventId|messageId)\}/, things.message)
    .replace(/^\/search$/, '/search?q=note')
  const body = bodies(things)[name]
  return body === undefined ? { method, path } : { method, path, body }
}

function idFor(name: RouteName, things: Things): string {
  if (name === 'revokeToken') return things.ownToken
  if (name === 'readFile') return things.file
  if (name === 'decideApproval') return things.approval
  if (name === 'readRun') return things.run
  if (name === 'endBinding') return things.binding
  if (name === 'resendDelivery' || name === 'dismissDelivery') return things.delivery
  if (routes[name].path.startsWith('/threads/')) return things.thread
  if (routes[name].path.startsWith('/replies/')) return things.reply
  if (isAboutNotification(name)) return things.notification
  if (name === 'endSignIn') return things.ownSignIn
  if (name === 'removeLink') return things.ownLink
  if (routes[name].path.startsWith('/sessions/')) return things.session
  return name === 'revokeInvite' ? things.invite.id : things.target
}

function bodies(things: Things): Partial<Record<RouteName, unknown>> {
  const { code } = things.invite
  const handle = `new-${++made}`
  return {
    signIn: { handle: things.handle, password: passwordOf(things.handle) },
    previewJoin: { code },
    join: { code, handle, name: 'New', password: 'long enough for this' },
    changeMe: { name: 'Other' },
    createLink: {},
    writePreferences: { theme: 'dark', density: 'compact' },
    createToken: { name: 'a token' },
    createInvite: { role: 'viewer' },
    changeMember: { name: 'Renamed' },
    writeSettings: { 'team.name': 'Weavers' },
    saveProvider: { baseUrl: 'http://127.0.0.1:9/v1' },
    // Nothing listens there, which is an answer.
    testModel: { baseUrl: 'http://127.0.0.1:59999/v1' },
    createSession: {},
    changeSession: { title: 'Other' },
    forkSession: { eventId: things.message },
    postMessage: { body: 'hello', clientMessageId: handle },
    changeQueued: { position: 0 },
    runCommand: { text: '/whoami' },
    markRead: { seq: 1 },
    spawnRun: { task: 'Look.' },
    makeBinding: {
      targetSessionId: things.target,
      conversation: { channel: 'web', accountId: things.asker, conversationId: things.session },
    },
    readAllNotifications: {},
    decideApproval: { decision: 'once' },
    openThread: { anchorEventId: things.message },
    changeThread: { resolved: true },
    handOver: { clientMessageId: handle },
    postReply: { body: 'a word', clientMessageId: handle },
    editReply: { body: 'another word' },
    markThreadRead: { seq: 1 },
    raiseBudget: { scope: 'tree', tokens: 1 },
    uploadFile: { a: 'file that holds JSON' },
  }
}
