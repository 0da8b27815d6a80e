// One server against a connection that the test holds in its hands.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { createSeededRandom, createTestClock } from '../../../../test-support/open-test-store.ts'
import { createSilentLog } from '../../../foundation/logging/log.ts'
import { callRemoteTool } from './call-remote-tool.ts'
import { chooseRetryWait } from './choose-retry-wait.ts'
import { McpGone, type McpLink, type McpLinkEvents, McpTrouble } from './mcp-link.ts'
import { createMcpServer } from './mcp-server.ts'

const never = new AbortController().signal

function openServer() {
  const clock = createTestClock()
  const attempts: {
    events: McpLinkEvents
    signal: AbortSignal
    succeed(tools?: unknown[], link?: Partial<McpLink>): Promise<void>
    fail(message: string): Promise<void>
    isClosed: boolean
  }[] = []
  const server = createMcpServer(
    {
      clock,
      random: createSeededRandom(1),
      log: createSilentLog(),
      openLink: (_, events, signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
          const attempt = {
            events,
            signal,
            isClosed: false,
            async succeed(tools: unknown[] = [{ name: 'a', inputSchema: {} }], link: Partial<McpLink> = {}) {
              resolve({
                serverName: 'n',
                serverVersion: '1',
                listTools: async () => tools,
                callTool: async () => ({ content: [{ type: 'text', text: 'called' }] }),
                close: async () => {
                  attempt.isClosed = true
                },
                ...link,
              })
              await settle()
            },
            async fail(message: string) {
              reject(new McpTrouble(message))
              await settle()
            },
          }
          attempts.push(attempt)
        }),
    },
    { name: 's', entry: { command: 'x' } },
  )
  const last = () => {
    const attempt = attempts.at(-1)
    assert.ok(attempt)
    return attempt
  }
  return { clock, server, attempts, last }
}

async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}

function messageOf(state: { kind: string; message?: string }): string {
  return state.message ?? state.kind
}

test('[AGT5] a server is reached at once, and a turn that comes meanwhile waits for it', async () => {
  const { server, last, attempts } = openServer()
  assert.equal(server.state().kind, 'connecting')
  const looking = server.look(never)
  await last().succeed()
  assert.deepEqual(
    (await looking)?.tools.map(({ name }) => name),
    ['mcp__s__a'],
  )
  assert.equal(server.state().kind, 'ready')
  assert.equal(attempts.length, 1)
})

test('[AGT5] a turn does not wait for long, and goes on without', async () => {
  const { server, clock, last } = openServer()
  const looking = server.look(never)
  clock.advance(limits.mcpWaitMs)
  assert.equal(await looking, undefined)
  await last().succeed()
  assert.equal((await server.look(never))?.tools.length, 1)
})

test('[AGT5] a server that does not answer is given up after 20 seconds', async () => {
  const { server, clock, last } = openServer()
  clock.advance(limits.mcpConnectMs)
  await settle()
  assert.equal(messageOf(server.state()), 'The MCP server "s" did not answer within 20 seconds')
  assert.equal(last().signal.aborted, true)
  assert.equal(await server.look(never), undefined)
})

test('[AGT5] a server that failed is tried again, each time after a longer wait', async () => {
  const { clock, attempts, last, server } = openServer()
  const waits: number[] = []
  for (let i = 1; i <= 12; i++) {
    await last().fail('did not start')
    const before = attempts.length
    let waited = 0
    while (attempts.length === before) {
      clock.advance(250)
      waited += 250
      await settle()
    }
    waits.push(waited)
  }
  assert.ok(
    waits.every((ms, i) => ms >= limits.mcpRetryMsMin / 2 && (i === 0 || ms >= (waits[i - 1] ?? 0) * 0.7)),
  )
  assert.ok((waits.at(-1) ?? 0) <= limits.mcpRetryMsMax + 250)
  await last().succeed()
  assert.equal(server.state().kind, 'ready')
  for (let failures = 1; failures < 100; failures++) {
    for (const fraction of [0, 0.5, 0.999]) {
      const wait = chooseRetryWait(failures, fraction)
      assert.ok(wait >= 750 && wait <= limits.mcpRetryMsMax)
    }
  }
})

test('[AGT5] a connection that is lost is made again', async () => {
  const { server, clock, last, attempts } = openServer()
  await last().succeed()
  last().events.onLost('ended (code 1): out of luck')
  assert.equal(messageOf(server.state()), 'The MCP server "s" ended (code 1): out of luck')
  clock.advance(limits.mcpRetryMsMin)
  assert.equal(attempts.length, 2)
  await last().succeed()
  assert.equal(server.state().kind, 'ready')
  // What an old connection says no longer counts.
  attempts[0]?.events.onLost('again')
  assert.equal(server.state().kind, 'ready')
})

test('[AGT5] a call of a server that failed tries at once, and tells why it cannot', async () => {
  const { server, clock, last, attempts } = openServer()
  await last().fail('did not start: no')
  const input = { server: 's', remoteName: 'a', args: {}, timeoutSeconds: undefined, given: {} }
  const run = { signal: never, onProgress: () => undefined }
  const calling = callRemoteTool({ clock, server }, input, run)
  await settle()
  assert.equal(attempts.length, 2)
  await last().fail('did not start: still no')
  assert.deepEqual(await calling, { output: 'The MCP server "s" did not start: still no', isError: true })
  const again = callRemoteTool({ clock, server }, input, run)
  await settle()
  await last().succeed()
  assert.equal((await again).output, 'called')
})

test('[AGT5] a call that takes too long is given up, and the server is told; a stop is thrown', async () => {
  const { server, clock, last } = openServer()
  let told: AbortSignal | undefined
  await last().succeed(undefined, {
    callTool: (_, __, { signal }) =>
      new Promise((_resolve, reject) => {
        told = signal
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
  })
  const input = { server: 's', remoteName: 'a', args: {}, timeoutSeconds: 5, given: {} }
  const calling = callRemoteTool({ clock, server }, input, { signal: never, onProgress: () => undefined })
  await settle()
  clock.advance(5_000)
  assert.equal(
    (await calling).output,
    'The MCP server "s" did not answer within 5 seconds, and the call was given up.',
  )
  assert.equal(told?.aborted, true)
  const abort = new AbortController()
  const stopped = callRemoteTool({ clock, server }, input, {
    signal: abort.signal,
    onProgress: () => undefined,
  })
  await settle()
  abort.abort(new Error('stopped'))
  await assert.rejects(stopped, { message: 'stopped' })
})

test('[AGT5] when a server says that its tools changed, they are read again', async () => {
  const { server, last } = openServer()
  const tools = [{ name: 'a', inputSchema: {} }]
  await last().succeed(tools)
  tools.push({ name: 'b', inputSchema: {} })
  last().events.onToolsChanged()
  await settle()
  assert.deepEqual(
    (await server.look(never))?.tools.map(({ remoteName }) => remoteName),
    ['a', 'b'],
  )
})

test('[AGT5] a stop closes the connection and ends an attempt; a restart begins anew', async () => {
  const { server, last, attempts, clock } = openServer()
  await last().succeed()
  const first = last()
  const restarting = server.restart()
  await settle()
  assert.equal(first.isClosed, true)
  assert.equal(attempts.length, 2)
  await last().succeed()
  await restarting
  await server.stop()
  assert.equal(server.state().kind, 'stopped')
  clock.advance(limits.mcpRetryMsMax)
  assert.equal(attempts.length, 2)
  await assert.rejects(server.connect(never), McpTrouble)
})

test('[AGT5] a stop in the middle of an attempt leaves nothing behind', async () => {
  const { server, last, clock, attempts } = openServer()
  await server.stop()
  assert.equal(last().signal.aborted, true)
  clock.advance(limits.mcpRetryMsMax)
  assert.deepEqual([server.state().kind, attempts.length], ['stopped', 1])
})

test('[AGT5] a call over a connection that turns out to be none is made over the next one, once', async () => {
  const { server, clock, last, attempts } = openServer()
  let calls = 0
  const gone = {
    callTool: async () => {
      calls++
      last().events.onLost('did not do it: gone')
      throw new McpGone('did not do it: gone')
    },
  }
  await last().succeed(undefined, gone)
  const input = { server: 's', remoteName: 'a', args: {}, timeoutSeconds: undefined, given: {} }
  const run = { signal: never, onProgress: () => undefined }
  const calling = callRemoteTool({ clock, server }, input, run)
  await settle()
  assert.equal(attempts.length, 2)
  await last().succeed()
  assert.deepEqual([(await calling).output, calls], ['called', 1])
})
