// `node scripts/build-web.ts [--if-stale]`: builds the browser app; with the flag only when its sources are newer.

import { buildWeb, buildWebIfStale } from './web-build/build-web.ts'

const say = (line: string) => console.log(line)
const built = process.argv.includes('--if-stale') ? buildWebIfStale(say) : buildWeb(say)
process.exitCode = built ? 0 : 1
