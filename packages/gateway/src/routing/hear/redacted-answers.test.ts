import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { type FocusScene, openFocusScene } from '../../../test-support/focus-scene.ts'

async function redact(scene: FocusScene, sessionId: SessionId, kind: string): Promise<void> {
  const { h } = scene
  const event = (await h.timeline(sessionId)).find((one) => one.kind === kind && !one.isRedacted)
  assert.ok(event)
  const { actor: owner } = await h.signedIn(`owner-${kind.replace('.', '-')}`, 'owner')
  await h.store.tx((t) => h.sessions.redact(t, owner, sessionId, event.eventId))
  await h.settle()
}

/** Everything that stands in the outbox. */
async function outboxOf({ h }: FocusScene, state: 'all' | 'waiting' = 'all'): Promise<string> {
  const { items } = await h.store.read((r) =>
    h.deliveries.list(r, { state, seenBy: { kind: 'all' } }, { limit: 100 }),
  )
  return items.map(({ text }) => text).join('\n')
}

test('[SES6] [CHN6] an answer that shows what was said goes with it, also one that has not left, and others stay', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker, say, told } = scene
  await say(ann, h.general, `${h.mention} /subagents log worker`)
  await say(ann, h.general, `${h.mention} /subagents info worker`)
  const wait = { kind: 'rate_limited', retryAfterMs: 60_000, scope: 'conversation' } as const
  h.platform.useFaults(scriptFaults([{ on: 'send', fault: wait }]))
  await say(ann, h.general, `${h.mention} /subagents log worker`)
  assert.match(await outboxOf(scene, 'waiting'), /The worker answers\./)
  assert.match(told(h.general).join('\n'), /The worker answers\./)
  await redact(scene, worker, 'message.agent')
  h.clock.advance(60_000)
  await h.settle()
  assert.doesNotMatch(told(h.general).join('\n'), /The worker answers\./)
  assert.doesNotMatch(await outboxOf(scene), /The worker answers\./)
  assert.match(told(h.general).join('\n'), /Task: Dig a hole/)
})

test('[SES6] [CHN6] answers that call a sub-agent by its label go with the task that gave it', async () => {
  await using scene = await openFocusScene()
  const { h, ann, root, worker, say, told } = scene
  const labelled = () => told(h.general).filter((line) => /: ⚙️.*(worker|Dig a hole)/s.test(line))
  await say(ann, h.general, `${h.mention} /status`)
  for (const command of ['list', 'info #1', 'send #1 hello', 'kill #1']) {
    await say(ann, h.general, `${h.mention} /subagents ${command}`)
  }
  await say(ann, h.general, `${h.mention} /agents`)
  assert.ok(labelled().length >= 4, labelled().join('\n'))
  await redact(scene, root, 'subagent.spawned')
  assert.deepEqual(labelled(), [])
  assert.doesNotMatch(await outboxOf(scene), /worker|Dig a hole/)
  assert.ok(worker)
  assert.match(told(h.general).join('\n'), /State: /)
})
