// What people do to sessions themselves: open, rename, let in and out, mark as read, look, archive.

import { registerOf } from '../sessions-truth.ts'
import { type Act, makeText, pickSession } from './scene.ts'

/** Few, so that people meet in them. */
const sessionsMax = 4

export const open: Act = async (scene) => {
  const { actor, random, truth, handles } = scene
  const isPersonal = random.chance(0.3)
  if (truth.sessions.length >= sessionsMax && !isPersonal) return
  const agentId = random.chance(0.8) ? 'main' : 'helper'
  const visibility = random.chance(0.5) ? 'team' : 'private'
  const participants = handles.filter(() => random.chance(0.3))
  await scene.ask({
    what: isPersonal ? 'opens their own' : `opens a ${visibility} chat`,
    serve: (node) =>
      node.store.tx((t) =>
        isPersonal
          ? node.routing.openPersonal(t, actor, 'main')
          : node.routing.openWebChat(t, actor, { agentId, visibility, participants }),
      ),
    acknowledge({ id }) {
      if (!truth.sessions.includes(id)) truth.sessions.push(id)
      truth.acknowledged.add(`open ${id}`)
    },
  })
}

export const rename: Act = async (scene) => {
  const { actor, truth } = scene
  const sessionId = pickSession(scene)
  if (!sessionId) return
  const register = registerOf(truth.titles, sessionId)
  const write = { value: makeText(scene, 'title'), begun: scene.step(), ended: Infinity, isDone: false }
  register.writes.push(write)
  const outcome = await scene.ask({
    what: `renames ${sessionId}`,
    serve: (node) => node.store.tx((t) => node.sessions.change(t, actor, sessionId, { title: write.value })),
    acknowledge() {
      write.ended = scene.step()
      write.isDone = true
      truth.acknowledged.add(`rename ${write.value}`)
    },
  })
  write.ended = Math.min(write.ended, scene.step())
  if (outcome.kind === 'refused' || outcome.kind === 'unsent') {
    register.writes = register.writes.filter((other) => other !== write)
  }
}

export const participants: Act = async (scene) => {
  const { actor, random, handles, sometimes } = scene
  const sessionId = pickSession(scene)
  if (!sessionId) return
  const wanted = [actor.handle, ...handles.filter((handle) => handle !== actor.handle && random.chance(0.4))]
  const visibility = random.chance(0.2) ? random.pick(['team', 'private'] as const) : undefined
  await scene.ask({
    what: `lets ${wanted.join()} into ${sessionId}`,
    serve: (node) =>
      node.store.tx(async (t) => {
        const before = await node.sessions.find(t, actor, sessionId)
        const after = await node.sessions.change(t, actor, sessionId, { participants: wanted, visibility })
        const left = new Set(after.participants.map(({ id }) => id))
        return after.visibility === 'private' && before.participants.some(({ id }) => !left.has(id))
      }),
    acknowledge: (someoneLeft) => {
      if (someoneLeft) sometimes.saw('someone lost their place in a session')
    },
  })
}

export const markRead: Act = async (scene) => {
  const { actor, random, truth, sometimes, breaches } = scene
  const sessionId = pickSession(scene)
  if (!sessionId) return
  const seq = random.chance(0.4) ? random.between(1, 4) : random.between(1, 60)
  const key = `${actor.personId} ${sessionId}`
  const known = truth.readMarks.get(key) ?? 0
  await scene.ask({
    what: `has read ${sessionId} up to ${seq}`,
    serve: (node) => node.store.tx((t) => node.sessions.markRead(t, actor, sessionId, seq)),
    acknowledge(mark) {
      if (mark.seq < known) breaches.report('I29', `a read mark went back from ${known} to ${mark.seq}`)
      if (mark.seq > seq) sometimes.saw('a read mark stayed where it was')
      truth.readMarks.set(key, Math.max(truth.readMarks.get(key) ?? 0, mark.seq))
      truth.acknowledged.add(`read ${key} ${mark.seq}`)
    },
  })
}

/** Who may read sees whatever was acknowledged; who may not sees nothing. */
export const look: Act = async (scene) => {
  const { actor, random, truth, breaches, sometimes } = scene
  const sessionId = pickSession(scene)
  if (!sessionId) return
  const after = random.chance(0.5) ? random.below(30) : undefined
  const known = [...truth.said.values()].filter(({ received }) => received?.sessionId === sessionId)
  const message = known.length === 0 ? undefined : random.pick(known).received
  const outcome = await scene.ask({
    what: `looks at ${sessionId}`,
    serve: (node) =>
      node.store.read(async (r) => {
        const before = await node.sessions.mayRead(r, actor, sessionId)
        try {
          await node.sessions.timeline(r, actor, sessionId, { after, limit: random.between(1, 20) })
          if (!before && !(await node.sessions.mayRead(r, actor, sessionId))) return 'saw too much'
        } catch (error) {
          if (before && (await node.sessions.mayRead(r, actor, sessionId))) return 'was refused'
          throw error
        }
        if (message) await node.sessions.event(r, actor, sessionId, message.eventId)
        return 'saw it'
      }),
  })
  if (outcome.kind === 'refused') sometimes.saw('someone who may not read was refused')
  if (outcome.kind === 'done' && outcome.value !== 'saw it') {
    breaches.report('access', `${actor.handle} looked at ${sessionId} and ${outcome.value}`)
  }
}

export const archive: Act = async (scene) => {
  const { actor, truth } = scene
  const sessionId = pickSession(scene)
  if (!sessionId) return
  await scene.ask({
    what: `archives ${sessionId}`,
    serve: (node) => node.store.tx((t) => node.sessions.archive(t, actor, sessionId)),
    acknowledge: () => void truth.archived.add(sessionId),
  })
}
