// `node scripts/bundle-libraries.ts`: makes one file each of the libraries that are slow to load as many, if that has
// not been done for the installed versions. Without the bundler (a production install) it does nothing.

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BundleIndex, bundleIndexName } from '../packages/gateway/src/bundled-libraries.ts'

const libraries = ['kysely', 'zod'] as const
const root = join(import.meta.dirname, '..')
const nodeModules = join(root, 'node_modules')
const folder = join(nodeModules, '.cache/heddle/libraries')
const indexPath = join(folder, bundleIndexName)

const wanted: BundleIndex = {}
for (const library of libraries) {
  const text = readFileSync(join(nodeModules, library, 'package.json'), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  wanted[library] = { version, file: `${library}-${version}.mjs` }
}

const have = existsSync(indexPath) ? readFileSync(indexPath, 'utf8') : ''
const text = JSON.stringify(wanted)
if (have !== text) await bundleAll()

async function bundleAll(): Promise<void> {
  const rolldown = await import('rolldown').catch(() => undefined)
  if (!rolldown) return
  mkdirSync(folder, { recursive: true })
  for (const [library, { file }] of Object.entries(wanted)) {
    const bundle = await rolldown.rolldown({
      input: library,
      cwd: root,
      platform: 'node',
      logLevel: 'silent',
    })
    await bundle.write({ file: join(folder, file), format: 'esm', codeSplitting: false })
    await bundle.close()
  }
  // Last and in one step, so that an index never names a file that is not whole.
  writeFileSync(`${indexPath}.new`, text)
  renameSync(`${indexPath}.new`, indexPath)
}
