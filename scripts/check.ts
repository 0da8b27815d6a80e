// `npm run check`: types, lint, format.

import { checks, runChecks } from './checks/checks.ts'

const failed = runChecks(checks, (line) => console.log(line))
if (failed.length > 0) {
  console.log(`failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
