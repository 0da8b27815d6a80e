// The process's own streams, environment and signals.

import { readFileSync } from 'node:fs'
import type { House } from './house.ts'
import type { Outlet } from './terminal.ts'
import type { Inlet, World } from './world.ts'

export function createRealWorld(loadHouse: () => Promise<House>): World {
  let house: Promise<House> | undefined
  return {
    args: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    version: readVersion(),
    stdout: createOutlet(process.stdout),
    stderr: createOutlet(process.stderr),
    stdin: createInlet(process.stdin),
    house: () => (house ??= loadHouse()),
    onSignal: (signal, fn) => void process.on(signal, fn),
    exit: (code) => process.exit(code),
    uptimeMs: () => performance.now(),
  }
}

export function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}

function createOutlet(stream: NodeJS.WriteStream): Outlet {
  let open = true
  // Whoever read from us has enough, as in `heddle logs | head`. That is no error, and no reason to stop serving.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    open = false
  })
  const isTerminal = stream.isTTY === true
  const wantsNone = (process.env['NO_COLOR'] ?? '') !== '' || process.env['TERM'] === 'dumb'
  return {
    write(text) {
      if (open) stream.write(text)
    },
    isOpen: () => open,
    isTerminal,
    colour: isTerminal && !wantsNone,
  }
}

function createInlet(stream: NodeJS.ReadStream): Inlet {
  return {
    isTerminal: stream.isTTY === true,
    async readAll(bytesMax) {
      const chunks: Buffer[] = []
      let bytes = 0
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        bytes += chunk.byteLength
        if (bytes > bytesMax) return undefined
        chunks.push(chunk)
      }
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}
