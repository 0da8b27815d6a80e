#!/usr/bin/env node
// The entry. Plain JavaScript on purpose, and readable for every Node: one that is too old for the rest hands over to
// the Node that was installed beside Heddle. It turns on the cache of compiled code before the first TypeScript file
// is loaded, so that no start but the first pays for stripping types (100 ms and 15 MB), and runs the program as a few
// files where there is one of the sources as they are.

import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
// The whole of it: an old Node refuses a file that imports by name what it does not have.
import * as nodeModule from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const nodeNeeded = [24, 15]
const here = fileURLToPath(import.meta.url)
const nodeModules = join(here, '../../../../node_modules')

if (isNewEnough(process.versions.node)) {
  nodeModule.enableCompileCache(join(nodeModules, '.cache/heddle/compiled'))
  // Node writes the cache when it exits; a gateway that is killed would never write it.
  setTimeout(() => nodeModule.flushCompileCache(), 2_000).unref()
  // Late: a Node that is too old needs this file alone.
  const { findProgram } = await import('./find-program.js')
  const program = findProgram(join(here, '../../../..'))
  await import(program === undefined ? '../src/main.ts' : pathToFileURL(program).href)
} else {
  handOver(join(nodeModules, 'node/bin/node'))
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > nodeNeeded[0] || (major === nodeNeeded[0] && minor >= nodeNeeded[1])
}

function handOver(bundled) {
  // One that is itself too old would hand over to itself for ever.
  if (!existsSync(bundled) || realpathSync(bundled) === realpathSync(process.execPath)) return giveUp()
  const child = spawn(bundled, [here, ...process.argv.slice(2)], { stdio: 'inherit' })
  // Whoever started us knows only our number. What a terminal sends at Ctrl-C reaches the child by itself, and twice
  // would mean: at once.
  const atTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  process.on('SIGINT', () => atTerminal || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', giveUp)
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

function giveUp() {
  console.error(
    `Heddle needs Node ${nodeNeeded.join('.')} or newer and this is ${process.versions.node}; run "npm install" in its folder, which brings the right one.`,
  )
  process.exit(1)
}
