// Writes .br and .gz beside each file that gets smaller by it, so that the server compresses nothing per request.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { filesBelow } from '../repository.ts'

const compressible = /\.(html|js|css|svg|json|txt|webmanifest|map)$/
const worthwhileBytesMin = 512

export function compressFolder(folder: string): void {
  for (const file of filesBelow('.', folder).filter((name) => compressible.test(name))) {
    const path = join(folder, file)
    const content = readFileSync(path)
    if (content.length < worthwhileBytesMin) continue
    const brotli = brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    })
    const gzip = gzipSync(content, { level: constants.Z_BEST_COMPRESSION })
    if (brotli.length < content.length) writeFileSync(`${path}.br`, brotli)
    if (gzip.length < content.length) writeFileSync(`${path}.gz`, gzip)
  }
}
