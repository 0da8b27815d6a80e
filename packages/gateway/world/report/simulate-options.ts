// What `npm run simulate` was asked for.

import { type FaultKind, faultKinds } from '../faults/fault-kinds.ts'
import { plants } from '../plants/plants.ts'
import { nameFrom, readOptions } from './read-options.ts'

export interface SimulateOptions {
  first: number
  count: number
  steps: number
  faults: FaultKind[] | undefined
  plantName: string | undefined
  json: string | undefined
  trace: boolean
  processes: number | undefined
  /** So many seeds, of everything, that every rare state must come up. */
  isFull: boolean
}

const plantNames = plants.map(({ name }) => name)
const standardSeeds = 500
/** While things go wrong; coming to rest takes some two hundred more. */
const standardSteps = 500

export function readSimulateOptions(args: readonly string[]): SimulateOptions {
  const options = readOptions(args, {
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
  const steps = options.number('steps', standardSteps)
  const faults = options.text('faults')?.split(',').map(readFaultKind)
  const plant = options.text('plant')
  const plantName = plant === undefined ? undefined : nameFrom('--plant', plant, plantNames)
  return {
    first: options.number('seed', 1),
    count,
    steps,
    faults,
    plantName,
    json: options.text('json'),
    trace: options.flag('trace'),
    processes: options.has('processes') ? options.number('processes', 1) : undefined,
    isFull: count >= standardSeeds && steps >= standardSteps && !faults && plantName === undefined,
  }
}

const readFaultKind = (text: string): FaultKind => nameFrom('--faults', text.trim(), faultKinds)
