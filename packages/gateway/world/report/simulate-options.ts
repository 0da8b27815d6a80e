// What `npm run simulate` was asked for.

import { type FaultKind, faultKinds } from '../faults/fault-kinds.ts'
import { type WorldName, worldNames } from '../seed/world-kind.ts'
import { worldKinds } from '../seed/world-kinds.ts'
import { nameFrom, readOptions, WrongOption } from './read-options.ts'

export interface SimulateOptions {
  /** One after the other. */
  worlds: readonly WorldName[]
  first: number
  count: number
  /** Undefined: what is usual for each world. */
  steps: number | undefined
  faults: FaultKind[] | undefined
  plantName: string | undefined
  json: string | undefined
  trace: boolean
  processes: number | undefined
  /** So many seeds, of everything, that every rare state must come up. */
  isFull: boolean
}

const plantNames = worldNames.flatMap((world) => worldKinds[world].plantNames)
const standardSeeds = 500

export function readSimulateOptions(args: readonly string[]): SimulateOptions {
  const options = readOptions(args, {
    world: 'value',
    seeds: 'value',
    seed: 'value',
    steps: 'value',
    faults: 'value',
    plant: 'value',
    json: 'value',
    trace: 'flag',
    processes: 'value',
  })
  const count = options.number('seeds', options.has('seed') ? 1 : standardSeeds)
  const faults = options.text('faults')?.split(',').map(readFaultKind)
  const plant = options.text('plant')
  const plantName = plant === undefined ? undefined : nameFrom('--plant', plant, plantNames)
  const worlds = chooseWorlds(options.text('world'), plantName)
  const steps = options.has('steps') ? options.number('steps', 1) : undefined
  return {
    worlds,
    first: options.number('seed', 1),
    count,
    steps,
    faults,
    plantName,
    json: options.text('json'),
    trace: options.flag('trace'),
    processes: options.has('processes') ? options.number('processes', 1) : undefined,
    isFull: count >= standardSeeds && steps === undefined && !faults && plantName === undefined,
  }
}

const readFaultKind = (text: string): FaultKind => nameFrom('--faults', text.trim(), faultKinds)

/** A planted mistake stands in one world only. */
function chooseWorlds(asked: string | undefined, plantName: string | undefined): readonly WorldName[] {
  const world = asked === undefined ? undefined : nameFrom('--world', asked, worldNames)
  if (plantName === undefined) return world === undefined ? worldNames : [world]
  const home = worldNames.filter((name) => worldKinds[name].plantNames.includes(plantName))
  if (world === undefined || home.includes(world)) return home
  throw new WrongOption(
    `--plant: "${plantName}" is in the world "${home.join()}". Leave --world out, or name that one.`,
  )
}
