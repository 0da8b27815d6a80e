// Loaded into the gateway before its own code, with --import.

import { shiftClock } from './shift-clock.ts'

shiftClock(Number(process.env.HEDDLE_PICTURES_SHIFT_MS ?? 0))
