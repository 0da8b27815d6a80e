// The house as data: which room stands on which floor. docs/ARCHITECTURE.md draws the same table for people.

export const floors = ['ground', 'lower', 'middle', 'upper', 'doors', 'roof'] as const
export type Floor = (typeof floors)[number]

export const roomFloors: ReadonlyMap<string, Floor> = new Map([
  ['foundation', 'ground'],
  ['people', 'lower'],
  ['agents', 'lower'],
  ['sessions', 'middle'],
  ['delivery', 'middle'],
  ['routing', 'upper'],
  ['collaboration', 'upper'],
  ['notifications', 'upper'],
  ['channels', 'doors'],
  // Files that stand directly in src are the roof, and so is this folder.
  ['command-line', 'roof'],
])

export function isBelow(floor: Floor, other: Floor): boolean {
  return floors.indexOf(floor) < floors.indexOf(other)
}

/** Where a module stands. `outside` is a folder of a workspace beside its src: tests, benchmarks, the test world. */
export type Place =
  | { kind: 'contract' | 'web' | 'emulators' }
  | { kind: 'room'; room: string; floor: Floor; channel: string | undefined }
  | { kind: 'unknown room'; room: string }
  | { kind: 'outside'; workspace: string }

const workspaces = ['contract', 'web', 'emulators'] as const

/** `path` is relative to the repository, with "/". */
export function placeOf(path: string): Place {
  const [packages, workspace = '', src, ...rest] = path.split('/')
  if (packages !== 'packages' || src !== 'src') return { kind: 'outside', workspace }
  const kind = workspaces.find((name) => name === workspace)
  if (kind !== undefined) return { kind }
  if (workspace !== 'gateway') return { kind: 'outside', workspace }
  const [room = ''] = rest
  if (rest.length === 1) return { kind: 'room', room: 'roof', floor: 'roof', channel: undefined }
  const floor = roomFloors.get(room)
  if (floor === undefined) return { kind: 'unknown room', room }
  const channel = room === 'channels' && rest.length > 2 ? rest[1] : undefined
  return { kind: 'room', room: floor === 'roof' ? 'roof' : room, floor, channel }
}
