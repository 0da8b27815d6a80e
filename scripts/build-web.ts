// `node scripts/build-web.ts [--if-stale]`: builds the browser app; with the flag only when its sources are newer, and
// a build that fails then stops nobody: the gateway serves its API and says on its page what is missing.

import { buildWeb, buildWebIfStale } from './web-build/build-web.ts'

const say = (line: string) => console.log(line)
if (process.argv.includes('--if-stale')) buildWebIfStale(say)
else process.exitCode = buildWeb(say) ? 0 : 1
