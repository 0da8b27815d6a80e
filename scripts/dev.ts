// `npm run dev [-- --fresh] [--discord-port n] [flags of start]`: the gateway on demo data, restarted when its sources
// change, the web app with reload in front of it, and an emulated Discord beside it, in one terminal. Whichever ends, ends
// all.

import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { demoAccount, demoIds } from '../packages/emulators/src/discord/demo-server.ts'
import { choosePort } from './dev/choose-port.ts'
import { readDevFlags } from './dev/read-dev-flags.ts'
import { seedWorkspace } from './dev/seed-workspace.ts'
import { repositoryRoot } from './repository.ts'

const children: ChildProcess[] = []

try {
  await start()
} catch (error) {
  // Nothing of ours is broken when somebody names a folder that cannot be used: one sentence says it.
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

async function start(): Promise<void> {
  const flags = readDevFlags(process.argv.slice(2))
  const gatewayUrl = `http://127.0.0.1:${choosePort(flags.start, process.env.PORT)}`
  const folder = resolve(repositoryRoot, flags.data)
  const account = demoAccount(`http://127.0.0.1:${flags.discordPort}/api`)
  const channels = { discord: { accounts: { demo: account } } }
  // Ann is a member there too; Bob is a guest until he says /link.
  const links = [{ handle: 'ann', channel: 'discord', accountId: 'demo', platformId: demoIds.ann }] as const
  const seeded = await seedWorkspace({ folder, nowMs: Date.now(), isFresh: flags.isFresh, channels, links })
  console.log(`${seeded.isSeeded ? 'Made demo data in' : 'Goes on with the data in'} ${folder}`)
  for (const { handle, role, password } of seeded.people) {
    console.log(`  sign in as ${handle.padEnd(3)} (${role}) with the password: ${password}`)
  }
  console.log('The web address below has the app with reload; it takes the paths of the gateway, too.')
  // First, so that it is there when the gateway asks; and not watched, because what was said there would be gone.
  launch(
    'discord',
    ['packages/emulators/src/discord/main.ts', String(flags.discordPort), '--brief'],
    gatewayUrl,
  )
  const gateway = ['--watch', '--watch-preserve-output', 'packages/gateway/bin/heddle.js', 'start']
  launch('gateway', [...gateway, ...flags.start], gatewayUrl)
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  launch('web', [vite, 'packages/web', '--host', '127.0.0.1'], gatewayUrl)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      process.exitCode = 0
      endAll()
    })
  }
}

function launch(name: string, args: readonly string[], gatewayUrl: string): void {
  const child = spawn(process.execPath, args, {
    cwd: repositoryRoot,
    env: { ...process.env, HEDDLE_GATEWAY_URL: gatewayUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${name.padEnd(7)} │ ${line}`))
  }
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 1
    endAll()
  })
  children.push(child)
}

function endAll(): void {
  for (const child of children) child.kill('SIGTERM')
}
