// What lies in a backup: the list that is written last, and checked before anything of a backup is used.

import { createHash } from 'node:crypto'
import { createReadStream, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { refused } from '@heddle/contract'
import { z } from 'zod'

export const manifestName = 'manifest.json'
export const backupFormat = 1
/** The folder in which a backup keeps the bytes of files. */
export const contentsName = 'files'

export const backupFiles = ['heddle.db', 'heddle.json5', 'secret.key'] as const
export type BackupFile = (typeof backupFiles)[number]

const fileSchema = z.object({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })

const manifestSchema = z.object({
  format: z.literal(backupFormat),
  heddle: z.string(),
  schema: z.int().min(1),
  madeAt: z.iso.datetime(),
  withKey: z.boolean(),
  files: z.partialRecord(z.enum(backupFiles), fileSchema),
  // Each is called by its own hash, so nothing more needs to be said of one. Older backups have none.
  contents: z.object({ count: z.int().min(0), bytes: z.int().min(0) }).optional(),
})

export type Manifest = z.infer<typeof manifestSchema>

export async function describeFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(path), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength
      hash.update(chunk)
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}

/** The manifest of a backup that is whole. Refuses one that is not, saying which part. */
export async function readVerifiedManifest(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder)
  for (const [name, listed] of Object.entries(manifest.files)) {
    const path = join(folder, name)
    if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) throw notWhole(folder, `${name} is missing`)
    const found = await describeFile(path)
    if (found.bytes !== listed.bytes || found.sha256 !== listed.sha256) {
      throw notWhole(folder, `${name} is not the file that was backed up`)
    }
  }
  return manifest
}

function readManifest(folder: string): Manifest {
  const json = parse(folder, readText(folder))
  const format = z.object({ format: z.int() }).safeParse(json)
  if (format.success && format.data.format > backupFormat) {
    throw refused('bad_input', {
      message: `${folder} was made by a newer Heddle (backup format ${format.data.format}).`,
    })
  }
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success) throw notWhole(folder, `${manifestName} is not one that Heddle wrote`)
  if (parsed.data.files['heddle.db'] === undefined) throw notWhole(folder, 'it lists no database')
  return parsed.data
}

function readText(folder: string): string {
  try {
    return readFileSync(join(folder, manifestName), 'utf8')
  } catch {
    throw refused('bad_input', { message: `${folder} is not a backup: it has no readable ${manifestName}.` })
  }
}

function parse(folder: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notWhole(folder, `${manifestName} is not valid JSON`)
  }
}

export function notWhole(folder: string, why: string) {
  return refused('bad_input', { message: `The backup ${folder} is not whole: ${why}. Nothing was changed.` })
}
