// A moment as it travels: ISO 8601 in UTC.

import { z } from 'zod'

export const time = z.iso.datetime()
