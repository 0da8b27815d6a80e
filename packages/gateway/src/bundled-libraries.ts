// Libraries of hundreds of small files, loaded as one file each: Kysely alone costs 130 ms of start as it is shipped
// and 8 ms bundled. The bundles are made by scripts/bundle-libraries.ts; without them, or after an update, the
// libraries load from where npm put them.

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface BundleIndex {
  [library: string]: { version: string; file: string }
}

export const bundleIndexName = 'index.json'

export function useBundledLibraries(options: { bundles: string; nodeModules: string }): string[] {
  const files = new Map<string, string>()
  for (const [library, { version, file }] of Object.entries(readIndex(options.bundles))) {
    const installed = readJson(join(options.nodeModules, library, 'package.json')) as
      | { version?: string }
      | undefined
    if (installed?.version === version) files.set(library, pathToFileURL(join(options.bundles, file)).href)
  }
  if (files.size > 0) {
    registerHooks({
      resolve(specifier, context, next) {
        const url = files.get(specifier)
        return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true }
      },
    })
  }
  return [...files.keys()]
}

function readIndex(folder: string): BundleIndex {
  return (readJson(join(folder, bundleIndexName)) ?? {}) as BundleIndex
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
