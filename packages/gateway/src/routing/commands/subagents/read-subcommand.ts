// What stands behind `/subagents`, taken apart. Pure: it knows no session, so a name is not looked up here.

import { commands, limits, nearest, type SpawnInput, spawnInput, thinkingLevels } from '@heddle/contract'

export type Subcommand =
  | { kind: 'list' }
  | { kind: 'info'; name: string }
  | { kind: 'log'; name: string; limit: number; withTools: boolean }
  /** `words`: the name and the text; where the one ends depends on which names there are. */
  | { kind: 'send' | 'steer'; words: string }
  | { kind: 'kill'; name: string }
  | { kind: 'kill all' }
  | { kind: 'spawn'; input: SpawnInput & { agentId: string } }
  | { kind: 'wrong'; problem: string }

const verbs = ['list', 'info', 'log', 'send', 'steer', 'kill', 'spawn'] as const
type Verb = (typeof verbs)[number]

/** As the help has it, without the verb. */
function usageOf(verb: Verb): string {
  const form = commands.subagents.forms.find((one) => one.split(' ')[0] === verb) ?? verb
  return form.slice(verb.length + 1)
}

export function readSubcommand(argument: string): Subcommand {
  const [word, rest] = splitWord(argument)
  if (word === '') return { kind: 'list' }
  const verb = verbs.find((name) => name === word.toLowerCase())
  if (verb === undefined) return unknownVerb(word)
  if (verb === 'list')
    return rest === '' ? { kind: 'list' } : wrong('/subagents list takes nothing behind it')
  if (rest === '') return misused(verb)
  switch (verb) {
    case 'info':
      return withName(verb, rest, (name) => ({ kind: 'info', name }))
    case 'log':
      return readLog(rest)
    case 'send':
    case 'steer':
      return { kind: verb, words: rest }
    case 'kill':
      return rest.toLowerCase() === 'all'
        ? { kind: 'kill all' }
        : withName(verb, rest, (name) => ({ kind: 'kill', name }))
    case 'spawn':
      return readSpawn(rest)
  }
}

/** The first word, or what stands in quotes, and everything behind it. */
export function splitWord(text: string): [word: string, rest: string] {
  const found = /^(?:"([^"]+)"|(\S*))\s*([\s\S]*)$/.exec(text.trim())
  return [found?.[1]?.trim() ?? found?.[2] ?? '', found?.[3] ?? '']
}

function misused(verb: Verb): Subcommand {
  return wrong(`/subagents ${verb} needs ${usageOf(verb)}`)
}

function unknownVerb(word: string): Subcommand {
  const near = nearest(word, verbs)
  const hint = near === undefined ? `There is: ${verbs.join(', ')}` : `Did you mean "${near}"`
  return wrong(`There is no /subagents ${word}. ${hint}${near === undefined ? '.' : '?'}`)
}

/** A label may have spaces in it; an id or a number has none, and what follows it belongs to nothing. */
function withName(verb: Verb, text: string, make: (name: string) => Subcommand): Subcommand {
  const [word, rest] = splitWord(text)
  if (rest === '') return make(word)
  const isWhole = text.startsWith('"') || /^(#\d+|run_\w+|ses_\w+|agent:\S+)$/.test(word)
  if (isWhole) return wrong(`/subagents ${verb} takes ${usageOf(verb)}; "${rest}" is too much`)
  return make(text)
}

function readLog(text: string): Subcommand {
  let rest = text
  let limit: number = limits.historyEventsDefault
  let withTools = false
  for (;;) {
    // What follows has to leave a name before it.
    const found = /^([\s\S]*\S)\s+(tools|\d+)$/i.exec(rest)
    if (found === null) break
    rest = found[1]!
    const word = found[2]!.toLowerCase()
    if (word === 'tools') withTools = true
    else limit = Number(word)
  }
  if (limit < 1 || limit > limits.historyEventsMax) {
    return wrong(`The limit of /subagents log is a number from 1 to ${limits.historyEventsMax}`)
  }
  return withName('log', rest, (name) => ({ kind: 'log', name, limit, withTools }))
}

/** Flags stand at the very end: before that, a task may say whatever it likes. */
const flagAtEnd = /\s--(model|thinking)(?:[\s=]+((?!--)\S+))?\s*$/i

function readSpawn(text: string): Subcommand {
  const [agentId, behind] = splitWord(text)
  const flags: { model?: string; thinking?: string } = {}
  let task = ` ${behind}`
  for (let found = lastFlag(task); found !== undefined; found = lastFlag(task)) {
    const { name, value, before } = found
    if (value === '') return wrong(`--${name} needs a value`)
    if (flags[name] !== undefined) return wrong(`--${name} stands there twice`)
    flags[name] = value
    task = before
  }
  if (task.trim() === '') return misused('spawn')
  return judgeSpawn({ task: task.trim(), agentId, mode: 'run', ...flags })
}

function lastFlag(text: string): { name: 'model' | 'thinking'; value: string; before: string } | undefined {
  const found = flagAtEnd.exec(text)
  if (found === null) return undefined
  const name = found[1]!.toLowerCase() === 'model' ? 'model' : 'thinking'
  return { name, value: found[2] ?? '', before: text.slice(0, found.index) }
}

function judgeSpawn(wished: Record<string, string>): Subcommand {
  const { thinking } = wished
  if (thinking !== undefined && !(thinkingLevels as readonly string[]).includes(thinking)) {
    const near = nearest(thinking, thinkingLevels)
    const hint = near === undefined ? '' : ` Did you mean "${near}"?`
    return wrong(`--thinking is one of ${thinkingLevels.join(', ')}, not "${thinking}".${hint}`)
  }
  const { success, data, error } = spawnInput.safeParse(wished)
  if (success) return { kind: 'spawn', input: { ...data, agentId: wished['agentId'] ?? '' } }
  const [issue] = error.issues
  return wrong(`${issue?.path.join('.') ?? 'task'}: ${issue?.message ?? 'is not valid'}`)
}

function wrong(problem: string): Subcommand {
  return { kind: 'wrong', problem: /[.?!]$/.test(problem) ? problem : `${problem}.` }
}
