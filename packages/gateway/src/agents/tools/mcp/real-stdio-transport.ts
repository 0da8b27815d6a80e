// An MCP server that is a program of this machine, over its input and output. It stands in a process group of its own with
// a small shell beside it that holds a line to us: when the line breaks, whatever ended us, the whole group goes.

import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { limits } from '@heddle/contract'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { showControls } from '../fit-output.ts'
import type { McpEntry } from '../../tools-config.ts'
import { chooseServerEnvironment } from './choose-server-environment.ts'
import type { RealMcpDeps, WatchedTransport } from './watched-transport.ts'

// $$ is the group. The one who waits outlives what the group is asked, keeps its number from being given to others, and
// holds none of the server's pipes.
const holdTheLine = [
  `{ trap '' TERM INT HUP; read -r _ <&3; kill -s KILL -- -$$; } </dev/null >/dev/null 2>&1 &`,
  'exec 3<&-',
  'exec "$@"',
].join('\n')

/** From the end of its input to a signal, and from there to the next. */
const stopMs = 1_500
const tailCharsMax = 1_000

export function createStdioTransport(
  library: typeof import('@modelcontextprotocol/client'),
  deps: Pick<RealMcpDeps, 'env' | 'processMark'>,
  entry: McpEntry,
): WatchedTransport {
  const said = { errors: '', output: '' }
  let child: ChildProcess | undefined
  let end: { code: number | null; signal: string | null } | undefined
  let broken = ''
  let isClosing = false
  const gone = Promise.withResolvers<void>()

  const transport: Transport = {
    async start() {
      child = startProcess(entry, chooseServerEnvironment(deps.env, entry.env, deps.processMark?.()))
      child.on('error', (error) => {
        broken = `did not start: ${error.message}`
        finish()
      })
      child.stdin?.on('error', () => undefined)
      child.stderr?.on('data', (bytes: Buffer) => {
        said.errors = (said.errors + bytes.toString('utf8')).slice(-tailCharsMax)
      })
      listen(child.stdout, readLine, () => {
        broken = `sent a message of more than ${limits.mcpMessageBytesMax / 1_048_576} MB, and was stopped.`
        letGo()
      })
      child.once('exit', (code, signal) => {
        end = { code, signal }
        // Whatever it started goes too; that may hold its output open.
        letGo()
      })
      child.once('close', finish)
    },
    async send(message) {
      if (!child?.stdin?.writable) throw new Error('it does not read any more')
      child.stdin.write(library.serializeMessage(message))
    },
    async close() {
      if (isClosing) return gone.promise
      isClosing = true
      if (!child) return finish()
      child.stdin?.end()
      const ask = setTimeout(() => signalGroup('SIGTERM'), stopMs)
      const force = setTimeout(() => {
        signalGroup('SIGKILL')
        letGo()
      }, stopMs * 2)
      await gone.promise
      clearTimeout(ask)
      clearTimeout(force)
    },
  }

  function readLine(line: string): void {
    let message: JSONRPCMessage
    try {
      message = library.deserializeMessage(line)
    } catch {
      // Many print something of their own where only messages should be.
      said.output = line.slice(0, tailCharsMax)
      return
    }
    transport.onmessage?.(message)
  }

  function finish(): void {
    letGo()
    gone.resolve()
    transport.onclose?.()
  }

  /** Ends the line, and with it the group. */
  function letGo(): void {
    child?.stdio[3]?.destroy()
    if (process.platform === 'win32') child?.kill()
  }

  function signalGroup(signal: NodeJS.Signals): void {
    try {
      // After its end the number may be somebody else's.
      if (child?.pid !== undefined && end === undefined && process.platform !== 'win32') {
        process.kill(-child.pid, signal)
      }
    } catch {
      // It has ended.
    }
  }

  return { transport, trouble: () => broken || tellEnd(entry, end, said) }
}

function startProcess({ command = '', args = [], cwd }: McpEntry, env: Record<string, string>): ChildProcess {
  const options = {
    env,
    ...(cwd !== undefined && { cwd }),
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'] as 'pipe'[],
    detached: true,
    windowsHide: true,
  }
  if (process.platform === 'win32') return spawn(command, args, options)
  return spawn('/bin/sh', ['-c', holdTheLine, 'heddle-mcp', command, ...args], options)
}

const burstBytesMax = 1_048_576
const burstMs = 50

/** Lines, each bounded. Who sends faster than this waits: reading it all would leave no time for anybody else. */
function listen(stream: Readable | null, onLine: (line: string) => void, onTooLong: () => void): void {
  let rest: Buffer[] = []
  let size = 0
  let burst = 0
  let isOver = false
  stream?.on('error', () => undefined)
  stream?.on('data', (bytes: Buffer) => {
    if (isOver) return
    let from = 0
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
      const line = Buffer.concat([...rest, bytes.subarray(from, at)])
        .toString('utf8')
        .replace(/\r$/, '')
      rest = []
      size = 0
      from = at + 1
      if (line !== '') onLine(line)
    }
    rest.push(bytes.subarray(from))
    size += bytes.length - from
    if (size > limits.mcpMessageBytesMax) {
      isOver = true
      rest = []
      return onTooLong()
    }
    burst += bytes.length
    if (burst < burstBytesMax) return
    burst = 0
    stream.pause()
    setTimeout(() => stream.resume(), burstMs)
  })
}

function tellEnd(
  { command = '' }: McpEntry,
  end: { code: number | null; signal: string | null } | undefined,
  { errors, output }: { errors: string; output: string },
): string {
  if (end === undefined) return ''
  if (end.code === 127) return `did not start: there is no program "${command}" that can be found.`
  if (end.code === 126) return `did not start: "${command}" cannot be run.`
  const how = end.code === null ? `was ended by ${end.signal}` : `ended (code ${end.code})`
  const words = showControls(errors.trim() || output.trim()).replaceAll(/\s+/g, ' ')
  return words === '' ? `${how}.` : `${how}: ${words}`
}
