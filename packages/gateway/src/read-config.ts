// Reads one configuration file: JSON5, the environment filled in, checked strictly. All mistakes come out at once.

import { readFileSync, statSync } from 'node:fs'
import type { Issue } from '@heddle/contract'
import json5 from 'json5'
import { z } from 'zod'
import { type Environment, fillEnvironment } from './config-environment.ts'
import { type ConfigFile, configSchema } from './config-schema.ts'
import { explainComplaints, pathText, tellIssue } from './explain-config-errors.ts'
import { judgeAgentsConfig } from './judge-agents-config.ts'
import { judgeChannelsConfig } from './judge-channels-config.ts'
import { judgeToolsConfig } from './judge-tools-config.ts'

const fileBytesMax = 1_048_576

/** The configuration cannot be used. The message is for the person who wrote it; it may have several lines. */
export class ConfigInvalid extends Error {
  readonly issues: readonly Issue[]
  constructor(message: string, issues: readonly Issue[] = []) {
    super(message)
    this.name = 'ConfigInvalid'
    this.issues = issues
  }
}

export interface ReadConfigOptions {
  path: string
  /** Someone named this file, so it must exist; the default one may be absent. */
  required: boolean
  env: Environment
}

/** What the file says, or undefined when there is none and there need not be one. Throws ConfigInvalid. */
export function readConfigFile(options: ReadConfigOptions): ConfigFile | undefined {
  const text = readText(options)
  if (text === undefined) return undefined
  return checkConfig(parse(text, options.path), options)
}

export function checkConfig(raw: unknown, options: { path: string; env: Environment }): ConfigFile {
  const filled = fillEnvironment(raw, options.env)
  const verdict = check(filled.value, filled.wholly)
  // A value that the environment did not give would only be complained about twice.
  const unfilled = new Set(filled.issues.map((issue) => issue.field))
  const issues = [...filled.issues, ...verdict.issues.filter((issue) => !unfilled.has(issue.field))]
  if (verdict.file === undefined || issues.length > 0) {
    throw new ConfigInvalid(tellMistakes(options.path, issues), issues)
  }
  return verdict.file
}

function readText(options: ReadConfigOptions): string | undefined {
  const { path } = options
  try {
    const stat = statSync(path)
    if (stat.isDirectory()) throw new ConfigInvalid(`The configuration file ${path} is a folder.`)
    if (stat.size > fileBytesMax) {
      throw new ConfigInvalid(`The configuration file ${path} is larger than ${fileBytesMax} bytes.`)
    }
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof ConfigInvalid) throw error
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' && !options.required) return undefined
    if (code === 'ENOENT') throw new ConfigInvalid(`There is no configuration file ${path}.`)
    throw new ConfigInvalid(`The configuration file ${path} cannot be read (${String(code ?? error)}).`)
  }
}

function parse(text: string, path: string): unknown {
  try {
    return json5.parse<unknown>(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new ConfigInvalid(tellSyntaxError(error, path))
  }
}

function tellSyntaxError(error: SyntaxError, path: string): string {
  const { lineNumber, columnNumber } = error as { lineNumber?: number; columnNumber?: number }
  const what = error.message.replace(/^JSON5: /, '').replace(/ at \d+:\d+$/, '')
  return `${path}:${lineNumber ?? 1}:${columnNumber ?? 1}: ${what}.`
}

function check(value: unknown, wholly: ReadonlySet<string>): { file?: ConfigFile; issues: Issue[] } {
  const first = configSchema.safeParse(value)
  if (first.success) return { file: first.data, issues: judgeSections(first.data) }
  const numbers = new Set(
    first.error.issues
      .filter((issue) => issue.code === 'invalid_type' && ['int', 'number'].includes(issue.expected))
      .map((issue) => pathText(issue.path))
      .filter((path) => wholly.has(path)),
  )
  if (numbers.size > 0) return check(readNumbers(value, numbers), new Set())
  const keys = keysBelow(configSchema, '', value)
  const explained = explainComplaints(first.error.issues, { value, keys, showsValues: true })
  const isGroup = typeof value === 'object' && value !== null
  return { issues: [...explained, ...(isGroup ? judgeSections(value) : [])] }
}

function judgeSections(file: {
  agents?: unknown
  models?: unknown
  tools?: unknown
  channels?: unknown
}): Issue[] {
  return [...judgeAgentsConfig(file), ...judgeToolsConfig(file), ...judgeChannelsConfig(file)]
}

/** The same value with the texts at these paths as numbers, where they are some. */
function readNumbers(
  value: unknown,
  paths: ReadonlySet<string>,
  path: readonly (string | number)[] = [],
): unknown {
  if (typeof value === 'string') {
    return paths.has(pathText(path)) && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value
  }
  if (Array.isArray(value)) return value.map((item, i) => readNumbers(item, paths, [...path, i]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, readNumbers(item, paths, [...path, key])]),
  )
}

/** Every key that the file may have, as a dotted path; a list or a group with names of one's own is one key. */
export function configKeys(): string[] {
  return keysBelow(configSchema, '', undefined)
}

/** With a value also the keys inside of its lists and of its groups with names of one's own. */
function keysBelow(schema: z.ZodType, prefix: string, value: unknown): string[] {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  const named = typeof value === 'object' && value !== null ? Object.entries(value) : []
  // Zod types what is inside of a schema by its core, which its classes extend.
  if (inner instanceof z.ZodArray) {
    return [
      prefix,
      ...named.flatMap(([i, item]) => keysBelow(inner.element as z.ZodType, `${prefix}[${i}]`, item)),
    ]
  }
  if (inner instanceof z.ZodRecord) {
    return [
      prefix,
      ...named.flatMap(([key, item]) => keysBelow(inner.valueType as z.ZodType, `${prefix}.${key}`, item)),
    ]
  }
  if (!(inner instanceof z.ZodObject)) return [prefix]
  const values = new Map(named)
  return Object.entries(inner.shape).flatMap(([key, child]) =>
    keysBelow(child as z.ZodType, prefix === '' ? key : `${prefix}.${key}`, values.get(key)),
  )
}

function tellMistakes(path: string, issues: readonly Issue[]): string {
  const [first] = issues
  if (first !== undefined && issues.length === 1) return `${path}: ${tellIssue(first)}`
  return [`${path} has ${issues.length} mistakes:`, ...issues.map((issue) => `  ${tellIssue(issue)}`)].join(
    '\n',
  )
}
