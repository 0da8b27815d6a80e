// Hands over to the command line, once it is settled where the libraries load from.

import { join } from 'node:path'
import { useBundledLibraries } from './bundled-libraries.ts'

const nodeModules = join(import.meta.dirname, '../../../node_modules')
useBundledLibraries({ bundles: join(nodeModules, '.cache/heddle/libraries'), nodeModules })

const { createRealWorld } = await import('./command-line/real-world.ts')
const { complain, runCommandLine } = await import('./command-line/run-command-line.ts')
const world = createRealWorld(async () => (await import('./wiring.ts')).house)
// A mistake of ours outside every await: nobody knows what state it left, so the process ends; the store is made for it.
process.on('uncaughtException', (error) => process.exit(complain(world, error, undefined)))
process.exitCode = await runCommandLine(world)
