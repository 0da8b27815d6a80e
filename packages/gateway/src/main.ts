// Hands over to the command line.

import { createRealWorld } from './command-line/real-world.ts'
import { complain, runCommandLine } from './command-line/run-command-line.ts'

const world = createRealWorld(async () => (await import('./wiring.ts')).house)
// A mistake of ours outside every await: nobody knows what state it left, so the process ends; the store is made for it.
process.on('uncaughtException', (error) => process.exit(complain(world, error, undefined)))
process.exitCode = await runCommandLine(world)
