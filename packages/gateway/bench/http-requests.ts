// Requests a second over loopback, beside the bare server library answering JSON of the same size: what our checks,
// rights and the wait for the disk add. The load comes from this process, the servers are processes of their own.

import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Benchmark, median } from './benchmark.ts'
import { type Forked, forkProcess } from './forked-process.ts'

const connections = 16
const roundMs = 2_000
const rounds = 5

type Server = Forked<{ url: string; token: string }>

interface Load {
  method: 'GET' | 'PUT'
  path: string
  body?: string
}

interface HttpRun {
  perSecond: number
  cpuUs: number
}

export const httpRequests: Benchmark = {
  name: 'http-requests',
  about: `requests a second, ${connections} connections, beside bare Hono on node-server (median of five, in turns)`,
  async run(progress) {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
    const bare: Server = await forkProcess('./http-bare-process.ts')
    const ours: Server = await forkProcess('./http-gateway-process.ts', [folder])
    const reading: Load = { method: 'GET', path: '/api/v1/me' }
    const writing: Load = {
      method: 'PUT',
      path: '/api/v1/me/preferences',
      body: '{"theme":"dark","density":"compact"}',
    }
    const runs: Record<'bareRead' | 'read' | 'bareWrite' | 'write', HttpRun[]> = {
      bareRead: [],
      read: [],
      bareWrite: [],
      write: [],
    }
    try {
      for (let i = 0; i < rounds; i++) {
        progress(`round ${i + 1} of ${rounds}`)
        runs.bareRead.push(await drive(bare, reading))
        runs.read.push(await drive(ours, reading))
        runs.bareWrite.push(await drive(bare, writing))
        runs.write.push(await drive(ours, writing))
      }
    } finally {
      for (const server of [bare, ours]) await server.stop()
      rmSync(folder, { recursive: true })
    }
    const figure = (what: string, pick: keyof HttpRun, of: HttpRun[], base: HttpRun[], unit: string) => ({
      what,
      value: median(of.map((run) => run[pick])),
      unit,
      baseline: median(base.map((run) => run[pick])),
    })
    return [
      figure('reading oneself by token', 'perSecond', runs.read, runs.bareRead, '/s'),
      figure('reading oneself by token, CPU', 'cpuUs', runs.read, runs.bareRead, 'µs'),
      figure('a durable change', 'perSecond', runs.write, runs.bareWrite, '/s'),
      figure('a durable change, CPU', 'cpuUs', runs.write, runs.bareWrite, 'µs'),
    ]
  },
}

async function drive(server: Server, load: Load): Promise<HttpRun> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const cpuBefore = await server.cpuUs()
  const startedMs = performance.now()
  const until = startedMs + roundMs
  let done = 0
  const client = async () => {
    while (performance.now() < until) {
      await send(server, load, agent)
      done++
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  const seconds = (performance.now() - startedMs) / 1_000
  const cpu = (await server.cpuUs()) - cpuBefore
  agent.destroy()
  return { perSecond: done / seconds, cpuUs: cpu / done }
}

function send(server: Server, load: Load, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${server.offer.token}`,
      ...(load.body !== undefined && {
        'content-type': 'application/json',
        'content-length': load.body.length,
      }),
    }
    const outgoing = request(
      `${server.offer.url}${load.path}`,
      { method: load.method, agent, headers },
      (incoming) => {
        incoming.resume()
        incoming.once('end', () => {
          if ((incoming.statusCode ?? 500) < 300) resolve()
          else reject(new Error(`${load.method} ${load.path} was answered with ${incoming.statusCode}`))
        })
      },
    )
    outgoing.once('error', reject)
    outgoing.end(load.body)
  })
}
