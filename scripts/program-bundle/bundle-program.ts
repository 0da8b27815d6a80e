// Puts the program's hundreds of files, and the libraries that are shipped as hundreds, into a few: most of a start is
// finding files. What is loaded late stays apart. Each bundle has a folder of its own, because a gateway that runs may
// still load from the one before; the index is written last and in one step.

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OutputChunk, OutputOptions, Plugin } from 'rolldown'
import { findProgram, indexName, programFolder } from '../../packages/gateway/bin/find-program.js'

export interface ProgramIndex {
  root: string
  /** Below the folder of programs. */
  entry: string
  /** Path below the root, when it was modified, its size. */
  files: [string, number, number][]
}

const bundlesKept = 3
/** Shipped as many small files; every other library is loaded from where npm put it. */
const bundledLibraries = /^(kysely|zod|hono)(\/|$)/

/** True when there is one for the sources as they are. Without the bundler, as in a production install, there is none. */
export async function bundleProgramIfStale(
  root: string,
  entry = 'packages/gateway/src/main.ts',
): Promise<boolean> {
  return findProgram(root) !== undefined || bundleProgram(root, entry)
}

export async function bundleProgram(root: string, entry: string): Promise<boolean> {
  const chunks = await bundle(root, entry)
  if (!chunks) return false
  const folder = join(root, programFolder)
  const hash = createHash('sha256')
  for (const { fileName, code } of chunks) hash.update(`${fileName}\0${code}\0`)
  const name = hash.digest('hex').slice(0, 16)
  writeChunks(folder, name, chunks)
  const index: ProgramIndex = {
    root,
    entry: `${name}/${chunks.find(({ isEntry }) => isEntry)?.fileName}`,
    files: filesOf(root, chunks),
  }
  replaceFile(join(folder, indexName), JSON.stringify(index))
  forgetOld(folder, name)
  return true
}

async function bundle(root: string, entry: string): Promise<OutputChunk[] | undefined> {
  const rolldown = await import('rolldown').catch(() => undefined)
  if (!rolldown) return undefined
  const made = await rolldown.rolldown({
    input: join(root, entry),
    cwd: root,
    platform: 'node',
    logLevel: 'silent',
    external: (id) => !/^[./]|^@heddle\//.test(id) && !bundledLibraries.test(id),
    plugins: [staysWhereItIs],
  })
  const written: OutputOptions = {
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  }
  const { output } = await made.generate(written)
  await made.close()
  return output.filter((one) => one.type === 'chunk')
}

/** Whatever a file finds beside itself, it finds where its source is. */
const staysWhereItIs: Plugin = {
  name: 'stays-where-it-is',
  transform(code, id) {
    if (!code.includes('import.meta.')) return undefined
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
  },
}

function filesOf(root: string, chunks: readonly OutputChunk[]): ProgramIndex['files'] {
  const ids = new Set(chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => id.startsWith(root)))
  return [...ids].toSorted().map((id) => {
    const { mtimeMs, size } = statSync(id)
    return [relative(root, id), mtimeMs, size]
  })
}

function writeChunks(folder: string, name: string, chunks: readonly OutputChunk[]): void {
  const fresh = join(folder, `new-${process.pid}`)
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  for (const { fileName, code } of chunks) writeFileSync(join(fresh, fileName), code)
  try {
    renameSync(fresh, join(folder, name))
  } catch {
    // The same is there: made before, or by somebody else just now.
    rmSync(fresh, { recursive: true, force: true })
  }
}

function replaceFile(path: string, text: string): void {
  const fresh = `${path}.${process.pid}`
  writeFileSync(fresh, text)
  renameSync(fresh, path)
}

function forgetOld(folder: string, current: string): void {
  const ageOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const others = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== current)
    .map(({ name }) => name)
    .toSorted((a, b) => ageOf(b) - ageOf(a))
  for (const name of others.slice(bundlesKept - 1))
    rmSync(join(folder, name), { recursive: true, force: true })
}
