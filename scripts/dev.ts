// `npm run dev [-- flags of start]`: the gateway, restarted when its sources change, and the web app with reload in
// front of it, in one terminal. Whichever ends, ends both.

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { choosePort } from './dev/choose-port.ts'
import { repositoryRoot } from './repository.ts'

const flags = process.argv.slice(2)
const port = choosePort(flags, process.env.PORT)
const gatewayUrl = `http://127.0.0.1:${port}`

const gateway = launch('gateway', [
  '--watch',
  '--watch-preserve-output',
  'packages/gateway/bin/heddle.js',
  'start',
  ...flags,
])
const web = launch('web', [
  join('node_modules', 'vite', 'bin', 'vite.js'),
  'packages/web',
  '--host',
  '127.0.0.1',
])

console.log(
  'The web address below has the app with reload; it takes the paths of the gateway, the owner link too.',
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    process.exitCode = 0
    endBoth()
  })
}
gateway.once('exit', (code) => finish(code))
web.once('exit', (code) => finish(code))

function launch(name: string, args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: repositoryRoot,
    env: { ...process.env, HEDDLE_GATEWAY_URL: gatewayUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${name.padEnd(7)} │ ${line}`))
  }
  return child
}

function finish(code: number | null): void {
  process.exitCode ??= code ?? 1
  endBoth()
}

function endBoth(): void {
  gateway.kill('SIGTERM')
  web.kill('SIGTERM')
}
