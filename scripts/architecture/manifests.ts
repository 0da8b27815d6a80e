// Which packages each package.json of the repository names.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../repository.ts'

export const workspaceFolders = ['contract', 'emulators', 'gateway', 'web'].map((name) => `packages/${name}`)

/** `folder` is '.' for the root. */
export function packagesNamedIn(folder: string): string[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(repositoryRoot, folder, 'package.json'), 'utf8'))
  const { dependencies, devDependencies, optionalDependencies } = manifest
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
}

type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>
