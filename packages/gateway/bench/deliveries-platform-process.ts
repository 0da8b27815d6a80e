// An emulated platform in a process of its own, whose requests fail by plan; asked, it tells what really happened on it.
// Argument: the scene as JSON.

import { type FaultPlan, noFaults, scriptFaults, seedFaults } from '@heddle/emulators/loopback/faults'
import { createPlatform } from '@heddle/emulators/loopback/platform'
import { realPlatformClock } from '@heddle/emulators/loopback/platform-time'
import { servePlatform } from '@heddle/emulators/loopback/serve-platform'
import {
  blocked,
  blockedMs,
  conversationName,
  type PlatformScene,
  type SeenOnPlatform,
  tokenOf,
} from './deliveries-scene.ts'
import { offerToParent } from './forked-process.ts'

// The edge: the benchmark writes it.
const scene = JSON.parse(process.argv[2] ?? '{}') as PlatformScene
const random = { fraction: () => Math.random() }
const platform = createPlatform({ clock: realPlatformClock, random })
const serverId = platform.addServer('Weavers', { id: 'weavers' })
for (let i = 0; i < scene.conversations; i++) {
  platform.addChannel(serverId, conversationName(i), { id: conversationName(i) })
}
for (let j = 0; j < scene.accounts; j++) {
  const bot = platform.addBot(`Heddle ${j}`, tokenOf(j))
  // Nobody hears what is none of theirs, so that the platform itself costs little.
  for (let i = 0; i < scene.conversations; i++) {
    if (i % scene.accounts !== j) platform.close(conversationName(i), bot.id, true)
  }
}
platform.addUser('Ann', { id: 'ann' })
platform.limitRates(scene.limits)
platform.useFaults(chooseFaults())
const { url } = await servePlatform(platform)
offerToParent({ url }, async () => tell())

function chooseFaults(): FaultPlan {
  switch (scene.faults) {
    case 'none':
      return noFaults
    case 'mixed':
      return seedFaults(random, [
        { on: 'send', rate: 0.05, fault: { kind: 'rate_limited', retryAfterMs: 400, scope: 'conversation' } },
        // By 502 a platform says that nobody took it; any other may have come halfway through.
        { on: 'send', rate: 0.005, fault: { kind: 'status', status: 502, isDone: false } },
        { on: 'send', rate: 0.0075, fault: { kind: 'status', status: 503, isDone: false } },
        { on: 'send', rate: 0.0075, fault: { kind: 'status', status: 503, isDone: true } },
        { on: 'send', rate: 0.005, fault: { kind: 'silence', isDone: false } },
        { on: 'send', rate: 0.005, fault: { kind: 'silence', isDone: true } },
      ])
    case 'two blocked': {
      const [told, silent] = blocked
      return scriptFaults([
        {
          on: 'send',
          in: told ?? '',
          fault: { kind: 'rate_limited', retryAfterMs: blockedMs, scope: 'conversation' },
        },
        { on: 'send', in: silent ?? '', fault: { kind: 'delay', ms: blockedMs } },
      ])
    }
  }
}

function tell(): SeenOnPlatform {
  const { truth } = platform
  return {
    messages: platform.visible().map(({ conversationId, text, createdAt }) => ({
      conversationId,
      text,
      at: createdAt,
    })),
    requests: truth.requests.length,
    early: truth.early().length,
    beside: truth.beside().length,
    refused: truth.refused().length,
    firstSendAt: truth.requests.find(({ kind }) => kind === 'send')?.at ?? null,
  }
}
