import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type BindingJson,
  type BoundJson,
  limits,
  type ListedRunJson,
  type SessionId,
} from '@heddle/contract'
import { type KnownPerson, knownPerson } from '../../../test-support/known-person.ts'
import { openTestDoor } from '../../../test-support/open-test-door.ts'

/** A chat of Kim's for the team, with a sub-agent that stays. */
async function openHouse() {
  const house = await openTestDoor({ toolOrigins: [] })
  const [kim, lou] = [await knownPerson(house, 'kim', 'member'), await knownPerson(house, 'lou', 'member')]
  const id = await house.chat(kim.actor, { visibility: 'team' })
  const ask = (who: KnownPerson, method: string, path: string, body?: unknown) =>
    house.ask(method, path, { headers: who.headers, ...(body !== undefined && { body }) })
  const spawned = await ask(kim, 'POST', `/sessions/${id}/runs`, {
    task: 'Dig.',
    label: 'worker',
    mode: 'session',
  })
  const child: SessionId = spawned.body.childSessionId
  await house.work()
  house.clock.advance(limits.announceTogetherMs)
  await house.work()
  const command = (who: KnownPerson, text: string, more: object = {}) =>
    ask(who, 'POST', `/sessions/${id}/commands`, { text, ...more })
  const post = (who: KnownPerson, body: string, more: object = {}) =>
    ask(who, 'POST', `/sessions/${id}/messages`, {
      body,
      clientMessageId: body.replaceAll(' ', '-'),
      ...more,
    })
  const composer = ({ actor }: KnownPerson, conversationId: string = id) => {
    return { channel: 'web', accountId: actor.personId, conversationId }
  }
  const bind = (who: KnownPerson, conversation: object, more: object = { targetSessionId: child }) =>
    ask(who, 'POST', '/bindings', { conversation, ...more })
  return { house, kim, lou, id, child, ask, command, post, composer, bind }
}

test('[CNV7] [BND3] my composer’s focus leads my messages to the child, and nobody else’s', async () => {
  const { house, kim, lou, id, child, ask, command, post } = await openHouse()
  await using _ = house
  assert.equal((await ask(kim, 'GET', `/sessions/${id}`)).body.focus, null)
  assert.equal((await command(kim, '/focus worker')).status, 200)
  const { focus } = (await ask(kim, 'GET', `/sessions/${id}`)).body
  const { bindingId, expiresAt } = focus
  assert.deepEqual(focus, {
    bindingId,
    sessionId: child,
    label: 'worker',
    agentId: 'main',
    status: 'active',
    expiresAt,
  })
  assert.equal((await ask(lou, 'GET', `/sessions/${id}`)).body.focus, null)
  const mine = await post(kim, 'for the child', { to: 'focus' })
  assert.deepEqual([mine.status, mine.body.sessionId], [201, child])
  assert.equal((await post(kim, 'for the page')).body.sessionId, id)
  assert.equal((await post(lou, 'from lou', { to: 'focus' })).body.sessionId, id)
  const said = (await house.timeline(child)).findLast(({ kind }) => kind === 'message.user')
  assert.deepEqual([said?.payload['text'], said?.actor.name], ['for the child', kim.actor.name])
  assert.deepEqual(house.logged, [])
})

test('[CNV7] [API1] the same message again is found, also after the focus has ended', async () => {
  const { house, kim, child, command, post } = await openHouse()
  await using _ = house
  await command(kim, '/focus worker')
  const first = await post(kim, 'once', { to: 'focus' })
  await command(kim, '/unfocus')
  const again = await post(kim, 'once', { to: 'focus' })
  assert.deepEqual([again.status, again.body.deduped], [200, true])
  assert.deepEqual([again.body.eventId, again.body.sessionId], [first.body.eventId, child])
})

test('[CNV7] what was written for a focus that has ended meanwhile is refused and not heard by another', async () => {
  const { house, kim, id, ask, command, post } = await openHouse()
  await using _ = house
  await command(kim, '/focus worker')
  const { focus } = (await ask(kim, 'GET', `/sessions/${id}`)).body
  const sure = { to: 'focus', focusId: focus.bindingId }
  assert.equal((await post(kim, 'one', sure)).status, 201)
  await command(kim, '/unfocus')
  const before = (await house.timeline(id)).length
  const late = await post(kim, 'two', sure)
  assert.deepEqual(
    [late.status, late.body.error.code, late.body.error.issues[0].field],
    [409, 'not_bound', 'focusId'],
  )
  assert.equal((await house.timeline(id)).length, before)
  assert.equal(
    (await post(kim, 'two', { to: 'focus' })).body.sessionId,
    id,
    'without it, it goes to the page',
  )
  assert.equal((await post(kim, 'three', { focusId: focus.bindingId })).status, 400)
})

test('[BND4] whoever may no longer see what they have focused is not heard there, nor told of it', async () => {
  const { house, kim, lou, ask, post } = await openHouse()
  await using _ = house
  const secret = await house.chat(lou.actor, { participants: ['kim'] })
  const bound = await ask(kim, 'POST', '/bindings', {
    targetSessionId: secret,
    conversation: {
      channel: 'web',
      accountId: kim.actor.personId,
      conversationId: await house.chat(kim.actor),
    },
  })
  assert.equal(bound.status, 201)
  const { conversationId: page } = bound.body.conversation
  await ask(lou, 'PATCH', `/sessions/${secret}`, { participants: ['lou'] })
  assert.equal((await ask(kim, 'GET', `/sessions/${page}`)).body.focus, null)
  const message = { body: 'x', clientMessageId: 'x', to: 'focus' }
  assert.equal((await ask(kim, 'POST', `/sessions/${page}/messages`, message)).status, 404)
  const leave = { text: '/unfocus', to: 'focus' }
  assert.equal(
    (await ask(kim, 'POST', `/sessions/${page}/commands`, { text: '/status', to: 'focus' })).status,
    404,
  )
  assert.equal(
    (await ask(kim, 'POST', `/sessions/${page}/commands`, leave)).status,
    200,
    'but they can leave it',
  )
  assert.deepEqual((await ask(kim, 'GET', '/bindings')).body.items, [])
  assert.equal((await post(kim, 'still here', { to: 'focus' })).status, 201)
})

test('[BND1] [BND2] a binding over HTTP has all its fields, is listed, found by its filters, and ended', async () => {
  const { house, kim, lou, id, child, ask, bind, composer } = await openHouse()
  await using _ = house
  await ask(kim, 'PATCH', `/sessions/${id}`, { title: 'The loft' })
  const made = await bind(kim, composer(kim), { targetSessionId: child, ttlMs: 60_000 })
  assert.equal(made.status, 201)
  const binding: BindingJson = made.body
  const { bindingId, targetSessionKey, boundAt, expiresAt } = binding
  assert.deepEqual(binding, {
    bindingId,
    targetSessionKey,
    targetSessionId: child,
    targetKind: 'subagent',
    agentId: 'main',
    label: 'worker',
    targetTitle: 'worker',
    conversation: composer(kim),
    placeKind: 'web',
    place: { kind: 'web', name: 'The loft', above: null },
    status: 'active',
    boundBy: { id: kim.actor.personId, name: kim.actor.name },
    boundAt,
    expiresAt,
    lastActivityAt: boundAt,
    metadata: { opened: false, closes: false, runId: binding.metadata.runId },
    mayEnd: true,
  })
  assert.equal(Date.parse(expiresAt ?? '') - Date.parse(boundAt), 60_000)
  const idsOf = async (who: KnownPerson, query: string) => {
    const { body } = await ask(who, 'GET', `/bindings${query}`)
    return body.items.map((item: BindingJson) => item.bindingId)
  }
  const key = encodeURIComponent(targetSessionKey.toUpperCase())
  for (const query of [
    '',
    `?session=${child}`,
    `?session=${key}`,
    '?channel=web',
    `?conversationId=${id}`,
    '?q=LOFT+worker',
  ]) {
    assert.deepEqual(await idsOf(kim, query), [bindingId], query)
  }
  for (const query of ['?status=ended', `?session=${id}`, '?channel=discord', '?q=cellar']) {
    assert.deepEqual(await idsOf(kim, query), [], query)
  }
  assert.deepEqual(await idsOf(lou, ''), [], 'where another’s composer points is theirs')
  assert.equal((await ask(lou, 'DELETE', `/bindings/${bindingId}`)).body.error.code, 'unknown_binding')
  assert.equal((await ask(kim, 'DELETE', `/bindings/${bindingId}`)).status, 204)
  assert.equal((await ask(kim, 'DELETE', `/bindings/${bindingId}`)).body.error.code, 'unknown_binding')
  const [ended] = (await ask(kim, 'GET', '/bindings?status=ended')).body.items
  assert.deepEqual(
    [ended.bindingId, ended.status, ended.endedReason, ended.endedBy, ended.mayEnd],
    [bindingId, 'ended', 'unfocus', kim.actor.name, false],
  )
})

test('[BND1] [CMD3] what nobody bound is bound by `system`, and ended by whoever takes part', async () => {
  const { house, lou, id, child, ask } = await openHouse()
  await using _ = house
  const conversation = { channel: 'web', accountId: 'web', conversationId: child, parentConversationId: id }
  const wish = { placeKind: 'web', boundBy: null, label: 'worker', isOpened: false } as const
  const made = await house.store.tx((t) =>
    house.routing.bindings.bind(t, { conversation, sessionId: child, ...wish }),
  )
  const [seen] = (await ask(lou, 'GET', '/bindings')).body.items
  assert.deepEqual([seen.bindingId, seen.boundBy, seen.mayEnd], [made.id, 'system', true])
  assert.equal((await ask(lou, 'DELETE', `/bindings/${made.id}`)).status, 204)
})

test('[CMD3] a binding that someone else made is refused with their name; an admin ends it', async () => {
  const { house, kim, lou, child, ask, bind } = await openHouse()
  await using _ = house
  const page = { channel: 'web', accountId: 'web', conversationId: child }
  const { bindingId } = (await bind(kim, page)).body
  const refused = await ask(lou, 'DELETE', `/bindings/${bindingId}`)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'not_yours'])
  assert.match(refused.body.error.message, new RegExp(kim.actor.name))
  assert.equal((await ask(lou, 'GET', '/bindings')).body.items[0].mayEnd, false)
  const boss = await knownPerson(house, 'boss', 'admin')
  assert.equal((await ask(boss, 'DELETE', `/bindings/${bindingId}`)).status, 204)
})

test('[CMD3] [BND2] an admin sees and ends what somebody has focused in a session that they may see, whatever page that is on', async () => {
  const { house, kim, lou, id, ask, bind, composer } = await openHouse()
  await using _ = house
  const boss = await knownPerson(house, 'boss', 'admin')
  const seenBy = async (who: KnownPerson) => (await ask(who, 'GET', '/bindings')).body.items as BindingJson[]
  const own = await house.chat(kim.actor, {})
  const [onTeams, onOwn] = [(await bind(kim, composer(kim))).body, (await bind(kim, composer(kim, own))).body]
  const seen = new Map((await seenBy(boss)).map((item) => [item.bindingId, item]))
  assert.deepEqual(seen.get(onTeams.bindingId)?.conversation, composer(kim, id))
  assert.deepEqual(seen.get(onOwn.bindingId)?.conversation, composer(kim, ''), 'the page is private')
  assert.equal(seen.get(onOwn.bindingId)?.place.name, null, 'and so is its title')
  assert.deepEqual(await seenBy(lou), [])
  for (const { bindingId } of [onTeams, onOwn]) {
    assert.equal(seen.get(bindingId)?.mayEnd, true)
    assert.equal((await ask(boss, 'DELETE', `/bindings/${bindingId}`)).status, 204)
  }
  assert.deepEqual(await seenBy(kim), [])
})

test('[CMD3] [SES7] of what somebody has focused in a private session an admin who takes no part in it knows nothing', async () => {
  const { house, kim, id, ask, bind, composer } = await openHouse()
  await using _ = house
  const boss = await knownPerson(house, 'boss', 'admin')
  const own = await house.chat(kim.actor, {})
  const { bindingId } = (await bind(kim, composer(kim, id), { targetSessionId: own })).body
  assert.deepEqual((await ask(boss, 'GET', '/bindings')).body.items, [])
  assert.equal((await ask(boss, 'DELETE', `/bindings/${bindingId}`)).body.error.code, 'unknown_binding')
})

test('[BND10] a page that belongs to a session leads everybody’s messages there, and only admins give one away', async () => {
  const { house, kim, lou, id, child, bind, ask } = await openHouse()
  await using _ = house
  const page = { channel: 'web', accountId: 'web', conversationId: id }
  assert.equal((await bind(kim, page)).body.error.code, 'not_allowed')
  const boss = await knownPerson(house, 'boss', 'admin')
  assert.equal((await bind(boss, page)).status, 201)
  const message = { body: 'x', clientMessageId: 'x', to: 'focus' }
  assert.equal((await ask(lou, 'POST', `/sessions/${id}/messages`, message)).body.sessionId, child)
})

test('[OPS6] what is asked for wrongly is said, and binds nothing', async () => {
  const { house, kim, lou, id, child, ask, bind, composer } = await openHouse()
  await using _ = house
  const mine = composer(kim)
  const wrong: [object, object, string, string?][] = [
    [mine, {}, 'bad_input', 'targetSessionId'],
    [mine, { targetSessionId: child, targetSessionKey: 'x' }, 'bad_input', 'targetSessionId'],
    [mine, { targetSessionId: 'ses_none' }, 'not_found'],
    [mine, { targetSessionKey: 'agent:main:web:none' }, 'not_found'],
    [mine, { targetSessionId: child, ttlMs: -1 }, 'bad_input', 'ttlMs'],
    [mine, { targetSessionId: child, ttlMs: limits.bindingMsMax + 1 }, 'bad_input', 'ttlMs'],
    [mine, { targetSessionId: child, status: 'ended' }, 'bad_input'],
    [mine, { targetSessionId: id }, 'bad_input'],
    [composer(lou), { targetSessionId: child }, 'not_allowed', 'conversation.accountId'],
    [composer(kim, 'ses_none'), { targetSessionId: child }, 'not_found'],
    [{ ...mine, conversationId: '' }, { targetSessionId: child }, 'bad_input', 'conversation.conversationId'],
    [{ ...mine, conversationId: 'x'.repeat(300) }, { targetSessionId: child }, 'bad_input'],
    [
      { channel: 'discord', accountId: 'a', conversationId: 'c' },
      { targetSessionId: child },
      'unknown_channel',
    ],
  ]
  for (const [conversation, more, code, field] of wrong) {
    const { body } = await bind(kim, conversation, more)
    assert.equal(body.error?.code, code, JSON.stringify([conversation, more]))
    if (field !== undefined) assert.equal(body.error.issues[0].field, field)
  }
  assert.deepEqual((await ask(kim, 'GET', '/bindings?status=all')).body.items, [])
  for (const query of ['?status=some', '?limit=0', '?cursor=x', '?conversationId=']) {
    assert.equal((await ask(kim, 'GET', `/bindings${query}`)).status, 400, query)
  }
  for (const name of ['bnd_none', '..', "'--", 'x'.repeat(301)]) {
    assert.equal((await ask(kim, 'DELETE', `/bindings/${encodeURIComponent(name)}`)).status, 404, name)
  }
  assert.deepEqual(house.logged, [])
})

test('[API2] [BND7] a binding is made once for each Idempotency-Key, and anew without', async () => {
  const { house, kim, child, ask, composer } = await openHouse()
  await using _ = house
  const headers = { ...kim.headers, 'Idempotency-Key': 'bind-1' }
  const body = { conversation: composer(kim), targetSessionId: child }
  const first = await house.ask('POST', '/bindings', { headers, body })
  const again = await house.ask('POST', '/bindings', { headers, body })
  assert.equal(again.body.bindingId, first.body.bindingId)
  const anew = await house.ask('POST', '/bindings', { headers: kim.headers, body })
  assert.notEqual(anew.body.bindingId, first.body.bindingId)
  const { body: all } = await ask(kim, 'GET', '/bindings?status=all')
  assert.deepEqual(
    all.items.map(({ status }: BindingJson) => status),
    ['active', 'ended'],
  )
})

test('[BND11] where bindings are off, none can be made over HTTP', async () => {
  const { house, kim, bind, composer } = await openHouse()
  await using _ = house
  house.placeRules.layers['web'] = { enabled: false }
  const refused = await bind(kim, composer(kim))
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'threads_off'])
})

test('[PPL3] who bound what, and who ended it, stands in the audit log', async () => {
  const { house, kim, child, ask, bind, composer } = await openHouse()
  await using _ = house
  const { bindingId } = (await bind(kim, composer(kim))).body
  await ask(kim, 'DELETE', `/bindings/${bindingId}`)
  const boss = await knownPerson(house, 'boss', 'owner')
  const { items } = (await ask(boss, 'GET', '/audit')).body
  const lines = items
    .filter(({ action }: { action: string }) => action.startsWith('binding.'))
    .map(({ action, resource }: { action: string; resource: string }) => [action, resource])
  assert.deepEqual(lines, [
    ['binding.end', bindingId],
    ['binding.make', child],
  ])
})

test('[SUB14] [BND2] the list of sub-agents and a run by itself name what is bound to them, and nobody else’s composer', async () => {
  const { house, kim, lou, id, child, ask, command } = await openHouse()
  await using _ = house
  const kept = await ask(kim, 'POST', `/sessions/${id}/runs`, { task: 'Dye.', label: 'dyer', thread: true })
  await house.work()
  await command(kim, '/focus worker')
  const seenBy = async (who: KnownPerson) => {
    const { items } = (await ask(who, 'GET', `/sessions/${id}/subagents`)).body
    return new Map(items.map((run: ListedRunJson) => [run.sessionId, run.bindings]))
  }
  const [mine, theirs] = [await seenBy(kim), await seenBy(lou)]
  const [focus] = (await ask(kim, 'GET', `/bindings?session=${child}`)).body.items
  const { bindingId, conversation, placeKind, place, status, boundBy, boundAt, expiresAt, lastActivityAt } =
    focus
  assert.deepEqual(conversation, { channel: 'web', accountId: kim.actor.personId, conversationId: id })
  const shown = {
    bindingId,
    conversation,
    placeKind,
    place,
    status,
    boundBy,
    boundAt,
    expiresAt,
    lastActivityAt,
  }
  assert.deepEqual(mine.get(child), [shown])
  assert.deepEqual((await ask(kim, 'GET', `/runs/${child}`)).body.bindings, [shown])
  assert.deepEqual(theirs.get(child), [])
  assert.deepEqual((await ask(lou, 'GET', `/runs/${child}`)).body.bindings, [])
  const page = kept.body.childSessionId
  const places = [mine, theirs].map((seen) =>
    (seen.get(page) as BoundJson[]).map((bound) => [bound.conversation.conversationId, bound.status]),
  )
  assert.deepEqual(places, [[[page, 'active']], [[page, 'active']]])
  await command(kim, '/unfocus')
  assert.deepEqual((await seenBy(kim)).get(child), [])
  assert.deepEqual(house.logged, [])
})
