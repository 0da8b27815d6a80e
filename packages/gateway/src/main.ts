// Hands over to the command line, once it is settled where the libraries load from.

import { join } from 'node:path'
import { useBundledLibraries } from './bundled-libraries.ts'

const nodeModules = join(import.meta.dirname, '../../../node_modules')
useBundledLibraries({ bundles: join(nodeModules, '.cache/heddle/libraries'), nodeModules })

const { createRealWorld } = await import('./command-line/real-world.ts')
const { runCommandLine } = await import('./command-line/run-command-line.ts')
process.exitCode = await runCommandLine(createRealWorld(async () => (await import('./wiring.ts')).house))
