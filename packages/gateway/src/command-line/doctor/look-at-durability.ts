// How commits reach the disk in the gateway that runs. Where its log cannot be opened beside SQLite, each commit syncs by
// itself, whatever was asked for; that is as safe, and slower.

import type { Durability } from '../../foundation/database/real-disk.ts'
import { type Finding, ok, warn } from './finding.ts'

const what = 'durability'

export function lookAtDurability(inForce: Durability | null, asked: Durability | undefined): Finding[] {
  if (inForce === null) return []
  if (asked === undefined || asked === inForce) return [ok(what, `${inForce}, in force`)]
  if (asked === 'full')
    return [warn(what, `${inForce} is in force; full is from the next start on`, 'Restart it.')]
  return [
    warn(
      what,
      'full is in force, though group is asked for: every commit waits for the disk by itself',
      'If it was changed just now, restart; otherwise this disk allows no other way: move the data folder, or set it to full.',
    ),
  ]
}
