// There is one way out of the house over HTTP. Whatever else touches the network stands here by name, with what it does.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesBelow, repositoryRoot } from '../repository.ts'
import { findWaysOut } from './find-ways-out.ts'

const allowed: Readonly<Record<string, string>> = {
  'foundation/egress/real-egress.ts': 'the way out',
  'channels/web/listen.ts': 'listens',
  'channels/web/live/accept-sockets.ts': 'takes live sockets',
  'channels/web/api/rate-limiter.ts': 'reads addresses',
  'channels/web/steps/check-host.ts': 'reads addresses',
  'channels/web/steps/client-address.ts': 'reads addresses',
  'channels/discord/make-http-request.ts': 'asks Discord, and must know what left: the way out asks twice',
  'channels/discord/rest-client.ts': 'keeps to the limits of Discord, and asks by the file above',
  'channels/discord/gateway-connection.ts': 'hears Discord',
  'config-schema.ts': 'reads addresses',
  'tools-config-schema.ts': 'reads addresses',
  'command-line/serve-operations.ts': 'listens on the command socket',
  'command-line/call-operation.ts': 'asks the gateway by the command socket',
  'command-line/chat/call-api.ts': 'asks the gateway',
  'command-line/chat/open-live.ts': 'asks the gateway',
  'command-line/doctor/look-at-config.ts': 'tries whether a port is free',
  'agents/tools/exec/real-supervisor.ts': 'holds the line to the gateway',
}

test('[R11] nothing of the gateway reaches the network but by the one way out, and what is named here', () => {
  const found = filesBelow('packages/gateway/src')
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const ways = findWaysOut(path, readFileSync(join(repositoryRoot, path), 'utf8'))
      return ways.length === 0 ? [] : [path.replace('packages/gateway/src/', '')]
    })
  assert.deepEqual(found.toSorted(), Object.keys(allowed).toSorted())
})

const planted: [source: string, ways: string[]][] = [
  [`import { request } from 'node:https'; request('x')`, ['node:https']],
  [`import https from 'https'; https.get('x')`, ['https']],
  [`const { connect } = await import('node:tls')`, ['node:tls']],
  [`import { request } from 'undici'`, ['undici']],
  [`import { REST } from '@discordjs/rest'`, ['@discordjs/rest']],
  [`await fetch('http://x')`, ['fetch']],
  [`globalThis.fetch('http://x')`, ['fetch']],
  [`new WebSocket('ws://x')`, ['WebSocket']],
  [`import type { Socket } from 'node:net'; let s: Socket`, []],
  [`export const make = ({ fetch }: Deps) => fetch('x')`, []],
  [`export function make(fetch: ModelFetch) { return fetch('x') }`, []],
  [`import { fetch } from './own.ts'; fetch('x')`, []],
  [`// fetch('x')\nconst t = "fetch('x')"; deps.fetch('x')`, []],
]

test('[R11] each way out that could be taken is found, and what only looks like one is not', () => {
  for (const [source, ways] of planted) assert.deepEqual(findWaysOut('a.ts', source), ways, source)
})
