// The settings that admins change in the web, with what the file says standing above them. Values are kept in memory,
// because they are asked for on hot paths; a change is seen from its commit on.

import {
  type Issue,
  nearest,
  refused,
  type SettingKey,
  type SettingValues,
  settingKeys,
  settings,
} from '@heddle/contract'
import { explainComplaints, tellIssues } from './explain-config-errors.ts'
import type { Reader, Tx } from './foundation/database/store.ts'
import type { Actor, Gate } from './people/people.ts'
import { allSettings, deleteSetting, putSetting } from './settings-store.ts'

export type SettingSource = 'file' | 'web' | 'default'

export interface SettingInForce {
  key: SettingKey
  value: unknown
  source: SettingSource
  description: string
  /** Why it does not act as it is set. */
  warning?: string
}

export interface Settings {
  value<K extends SettingKey>(key: K): SettingValues[K]
  list(): SettingInForce[]
  /** Sets what is named, takes back to its default what is null, and leaves the rest. All or nothing. */
  writeSettings(t: Tx, actor: Actor, changes: Readonly<Record<string, unknown>>): Promise<void>
}

export interface SettingsDeps {
  /** What the file sets now; it may change with a reload. */
  inFile(): Partial<SettingValues>
  /** The file's name, for the person who finds a setting read-only. */
  fileName: string
  gate: Pick<Gate, 'demand' | 'permit'>
  /** What is wrong with a value that the catalogue by itself lets pass. */
  judge?(key: SettingKey, value: unknown): Issue | undefined
  /** In words, when what is set cannot act any more. */
  warn?(key: SettingKey): string | undefined
  /** A stored value that this version cannot use; its default is in force instead. */
  onUnusable?(key: string): void
}

export async function openSettings(r: Reader, deps: SettingsDeps): Promise<Settings> {
  let inWeb = readRows(await allSettings(r), deps.onUnusable)

  function value<K extends SettingKey>(key: K): SettingValues[K] {
    // The cast is the edge between the catalogue's common type and the type of this one key.
    return (deps.inFile()[key] ?? inWeb[key] ?? settings[key].default) as SettingValues[K]
  }

  function source(key: SettingKey): SettingSource {
    if (deps.inFile()[key] !== undefined) return 'file'
    return inWeb[key] === undefined ? 'default' : 'web'
  }

  return {
    value,
    list: () =>
      settingKeys.map((key) => {
        const warning = deps.warn?.(key)
        return {
          key,
          value: value(key),
          source: source(key),
          description: settings[key].description,
          ...(warning !== undefined && { warning }),
        }
      }),
    async writeSettings(t, actor, changes) {
      deps.gate.demand(actor, 'settings.change', { kind: 'place' })
      const checked = checkChanges(changes, deps)
      const resource = { kind: 'place', name: checked.map(([key]) => key).join(', ') } as const
      await deps.gate.permit(t, actor, 'settings.change', resource, Object.fromEntries(checked))
      for (const [key, next] of checked) {
        if (next === null) await deleteSetting(t, key)
        else await putSetting(t, key, JSON.stringify(next), actor.kind === 'person' ? actor.personId : null)
      }
      const stored = readRows(await allSettings(t), deps.onUnusable)
      t.afterCommit(() => {
        inWeb = stored
      })
    },
  }
}

function readRows(
  rows: readonly { key: string; value: string }[],
  onUnusable: SettingsDeps['onUnusable'],
): Partial<SettingValues> {
  const values: Partial<SettingValues> = {}
  for (const { key, value } of rows) {
    if (!isSettingKey(key) || !take(values, key, value)) onUnusable?.(key)
  }
  return values
}

function take<K extends SettingKey>(values: Partial<SettingValues>, key: K, text: string): boolean {
  const parsed = settings[key].schema.safeParse(parseJson(text))
  if (parsed.success) values[key] = parsed.data as SettingValues[K]
  return parsed.success
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** All mistakes at once; then what the file holds; then the changes as the catalogue reads them. */
function checkChanges(
  changes: Readonly<Record<string, unknown>>,
  deps: Pick<SettingsDeps, 'inFile' | 'fileName' | 'judge'>,
): [SettingKey, unknown][] {
  const issues: Issue[] = []
  const checked: [SettingKey, unknown][] = []
  for (const [key, value] of Object.entries(changes)) {
    if (!isSettingKey(key)) {
      issues.push(unknownSetting(key))
      continue
    }
    const parsed =
      value === null ? { success: true as const, data: null } : settings[key].schema.safeParse(value)
    if (!parsed.success) {
      issues.push(...explainValue(key, value, parsed.error.issues))
      continue
    }
    const complaint = parsed.data === null ? undefined : deps.judge?.(key, parsed.data)
    if (complaint) issues.push(complaint)
    else checked.push([key, parsed.data])
  }
  if (issues.length > 0) throw refused('bad_input', { message: tellIssues(issues), issues })
  const held = checked.map(([key]) => key).filter((key) => deps.inFile()[key] !== undefined)
  if (held.length > 0) throw setInFile(held, deps.fileName)
  return checked
}

function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settings, key)
}

function unknownSetting(key: string): Issue {
  const issue = { field: key, message: 'is not a setting that exists' }
  const meant = nearest(key, settingKeys)
  return meant === undefined ? issue : { ...issue, nearest: meant }
}

function explainValue(
  key: SettingKey,
  value: unknown,
  complaints: Parameters<typeof explainComplaints>[0],
): Issue[] {
  return explainComplaints(complaints, { value, keys: [], showsValues: true }).map((issue) => ({
    ...issue,
    field: issue.field === '' ? key : `${key}.${issue.field}`,
  }))
}

function setInFile(keys: readonly SettingKey[], fileName: string) {
  return refused('set_in_file', {
    message: `${keys.join(', ')} ${keys.length === 1 ? 'is' : 'are'} set in ${fileName} and read-only here.`,
    issues: keys.map((field) => ({ field, message: `is set in ${fileName}` })),
  })
}
