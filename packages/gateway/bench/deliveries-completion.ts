// A sub-agent that somebody asked for in a conversation elsewhere: how long it takes from its end until it can be read
// there, with nothing else to do.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, quantile } from './benchmark.ts'
import { accountName, conversationName, tokenOf } from './deliveries-scene.ts'
import { type Forked, forkProcess } from './forked-process.ts'
import { ask, type Place } from './talk.ts'

const warmUps = 10
const times = 50
const lookMs = 20
const patienceMs = 20_000
const member = 'ann'
const startedRun = /Started (run_\w+)/

interface Read {
  id: string
  text: string
  createdAt: number
}

export async function measureCompletions(progress: (line: string) => void): Promise<Figure[]> {
  progress(`${times} sub-agents that were asked for on the platform, one after the other`)
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const endpoint = await forkProcess<{ url: string }>('./model-endpoint-process.ts')
  const scene = JSON.stringify({ conversations: 1, accounts: 1, limits: {}, faults: 'none' })
  const platform = await forkProcess<{ url: string }>('./deliveries-platform-process.ts', [scene])
  let gateway: Forked<{ url: string; tokens: string[] }> | undefined
  try {
    gateway = await forkProcess('./talking-gateway-process.ts', [
      folder,
      '1',
      endpoint.offer.url,
      '{}',
      JSON.stringify(channelsOn(platform.offer.url)),
    ])
    const place = { url: gateway.offer.url, token: gateway.offer.tokens[0] ?? '' }
    const ms = await spawnMany(place, platform.offer.url)
    return [
      {
        what: 'from the end of a sub-agent to seen elsewhere, p50',
        value: quantile(ms, 0.5),
        unit: 'ms',
      },
      {
        what: 'from the end of a sub-agent to seen elsewhere, p95',
        value: quantile(ms, 0.95),
        unit: 'ms',
        target: '1,500 ms',
      },
    ]
  } finally {
    await gateway?.stop()
    for (const process of [platform, endpoint]) await process.stop()
    rmSync(folder, { recursive: true })
  }
}

function channelsOn(apiUrl: string): object {
  const places = { weavers: { channels: { '*': {} }, people: ['*'] } }
  const account = { apiUrl, token: tokenOf(0), requireMention: false, allow: { people: ['*'], places } }
  return { loopback: { accounts: { [accountName(0)]: account } } }
}

async function spawnMany(place: Place, platformUrl: string): Promise<number[]> {
  const conversationId = conversationName(0)
  const control = async <T>(verb: string, body: object): Promise<T> => {
    const response = await fetch(`${platformUrl}/control/${verb}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${verb} was answered with ${response.status}: ${text}`)
    return JSON.parse(text) as T
  }
  const say = (text: string) => control('say', { userId: member, conversationId, text })
  const read = () => control<Read[]>('read', { conversationId })
  const until = async (isIt: (message: Read) => boolean) => {
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += lookMs) {
      const found = (await read()).find(isIt)
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, lookMs))
    }
    throw new Error(`it did not come; last was: ${(await read()).at(-1)?.text}`)
  }

  const { code } = await ask<{ code: string }>(place, 'POST', '/me/links', {})
  await say(`/link ${code}`)
  await until(({ text }) => text.includes('Linked'))
  const known = new Set<string>()
  const ms: number[] = []
  for (let i = 0; i < warmUps + times; i++) {
    for (const { id } of await read()) known.add(id)
    await say(`/subagents spawn main How do things stand with the release? ${i}`)
    const started = await until(({ id, text }) => !known.has(id) && startedRun.test(text))
    const [, runId = ''] = startedRun.exec(started.text) ?? []
    known.add(started.id)
    const told = await until(({ id, text }) => !known.has(id) && !text.startsWith('/subagents'))
    const { endedAt } = await ask<{ endedAt: string }>(place, 'GET', `/runs/${runId}`)
    if (i >= warmUps) ms.push(told.createdAt - Date.parse(endedAt))
  }
  return ms
}
