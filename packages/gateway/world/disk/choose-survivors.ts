// What a power cut leaves of a file. Every piece that was written since the last sync is on disk or is not, each for
// itself: a disk may write them in any order, and may have been in the middle of a page.

import type { SeededRandom } from '../time/seeded-random.ts'

export interface Survivors {
  bytes: Buffer
  lost: boolean
  /** A page of which some pieces are new and some are old. */
  torn: boolean
  /** A piece is there although an earlier one is not. */
  reordered: boolean
  /** The file is shorter than it was. */
  cut: boolean
}

const pageBytes = 4_096
const pieceSizes = [512, pageBytes] as const

export function chooseSurvivors(file: { written: Buffer; durable: Buffer }, random: SeededRandom): Survivors {
  const pieceBytes = random.pick(pieceSizes)
  const pieces = findUnsynced(file, pieceBytes)
  const keeps = chooseKept(pieces.length, random)
  const bytes = Buffer.alloc(Math.max(file.written.length, file.durable.length))
  file.durable.copy(bytes)

  const pages = new Map<number, { kept: boolean; lost: boolean }>()
  let lost = false
  let reordered = false
  let keptEnd = file.durable.length
  pieces.forEach((start, i) => {
    const end = Math.min(start + pieceBytes, file.written.length)
    const page = pages.get(Math.floor(start / pageBytes)) ?? { kept: false, lost: false }
    pages.set(Math.floor(start / pageBytes), page)
    if (keeps[i]) {
      file.written.copy(bytes, start, start, end)
      page.kept = true
      reordered ||= lost
      keptEnd = Math.max(keptEnd, end)
    } else {
      page.lost = true
      lost = true
    }
  })
  // Without its last pieces the file may or may not have its new length.
  const length = lost && random.chance(0.7) ? keptEnd : bytes.length
  return {
    bytes: bytes.subarray(0, length),
    lost,
    torn: [...pages.values()].some((page) => page.kept && page.lost),
    reordered,
    cut: length < file.written.length,
  }
}

/** Where the pieces begin that differ from what is on disk for certain. */
function findUnsynced(file: { written: Buffer; durable: Buffer }, pieceBytes: number): number[] {
  const starts: number[] = []
  for (let start = 0; start < file.written.length; start += pieceBytes) {
    const written = file.written.subarray(start, start + pieceBytes)
    if (!written.equals(file.durable.subarray(start, start + pieceBytes))) starts.push(start)
  }
  return starts
}

function chooseKept(count: number, random: SeededRandom): boolean[] {
  const manner = random.pick(['none', 'prefix', 'prefix', 'half', 'half', 'most', 'few', 'all'] as const)
  const prefix = random.below(count + 1)
  const kept: boolean[] = []
  for (let i = 0; i < count; i++) {
    if (manner === 'none') kept.push(false)
    else if (manner === 'all') kept.push(true)
    else if (manner === 'prefix') kept.push(i < prefix)
    else kept.push(random.chance(manner === 'half' ? 0.5 : manner === 'most' ? 0.9 : 0.1))
  }
  return kept
}
