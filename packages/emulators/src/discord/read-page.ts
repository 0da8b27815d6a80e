// Which part of a history is meant: before, after or around an id, and how much of it.

import { readForm } from './read-form.ts'
import { compareSnowflakes } from './snowflakes.ts'

const pageMax = 100
const pageByDefault = 50

export interface HistoryPage {
  /** Of a list that is oldest first; what comes back is too. */
  choose<T extends { id: string }>(all: readonly T[]): T[]
}

export function readPage(query: Readonly<Record<string, string>>): HistoryPage {
  const form = readForm({
    ...query,
    ...(query['limit'] !== undefined && { limit: numberOr(query['limit']) }),
  })
  const limit = form.integer('limit', { min: 1, max: pageMax }) ?? pageByDefault
  const [before, after, around] = [
    form.snowflake('before'),
    form.snowflake('after'),
    form.snowflake('around'),
  ]
  if ([before, after, around].filter((id) => id !== undefined).length > 1) {
    form.fail('_', 'MESSAGES_QUERY_EXCLUSIVE', 'before, after and around are mutually exclusive')
  }
  form.finish()
  return {
    choose(all) {
      if (after !== undefined) return all.filter(({ id }) => compareSnowflakes(id, after) > 0).slice(0, limit)
      if (around !== undefined) {
        const older = all.filter(({ id }) => compareSnowflakes(id, around) <= 0)
        const half = Math.ceil((limit + 1) / 2)
        const kept = older.slice(-half)
        return [...kept, ...all.slice(older.length, older.length + limit - kept.length)]
      }
      const older = before === undefined ? all : all.filter(({ id }) => compareSnowflakes(id, before) < 0)
      return older.slice(-limit)
    },
  }
}

/** What is no number stays what it is, and is refused as such. */
function numberOr(text: string): number | string {
  return /^-?[0-9]+$/.test(text) ? Number(text) : text
}
