// The validator would try out `new Function`, which the content security policy refuses and reports. Imported before
// anything that makes a schema.

import { config } from 'zod'

config({ jitless: true })
