// Reads the numbered SQL files beside this one.

import { readdirSync, readFileSync } from 'node:fs'
import type { Migration } from './migrate.ts'

const folder = new URL('./migrations/', import.meta.url)

export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const match = /^(\d{4})-(.+)\.sql$/.exec(file)
      if (!match) throw new Error(`${file} is not named NNNN-what-it-does.sql`)
      return {
        version: Number(match[1]),
        name: match[2]!,
        sql: readFileSync(new URL(file, folder), 'utf8'),
      }
    })
}
