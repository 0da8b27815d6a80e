// Providers, models and what was used, made up for the gallery.

import type { AgentJson, ModelJson, ProviderJson, UsageFiguresJson, UsageReportJson } from '@heddle/contract'
import { addDays } from '../pages/usage/count-days.ts'
import { ago } from './sample-people.ts'
import { mainAgent, otherAgent } from './sample-sessions.ts'

export const demoProvider: ProviderJson = {
  name: 'demo',
  kind: 'demo',
  baseUrl: null,
  models: [{ id: 'demo' }],
  source: 'built-in',
  keySource: null,
}
export const openai: ProviderJson = {
  name: 'openai',
  kind: 'openai-compatible',
  baseUrl: 'https://api.openai.com/v1',
  models: [
    {
      id: 'gpt-5',
      contextTokens: 400_000,
      cost: { input: 1.25, output: 10, cachedInput: 0.125 },
      vision: true,
    },
    { id: 'gpt-5-mini' },
  ],
  source: 'web',
  keySource: 'secret',
}
export const anthropic: ProviderJson = {
  name: 'anthropic',
  kind: 'anthropic',
  baseUrl: null,
  models: [{ id: 'claude-sonnet-5-5' }],
  source: 'web',
  keySource: 'secret',
}
export const house: ProviderJson = {
  ...openai,
  name: 'house',
  baseUrl: 'http://127.0.0.1:11434/v1',
  models: [],
  source: 'file',
  keySource: null,
}
export const longProvider: ProviderJson = {
  ...openai,
  name: 'a-provider-with-a-name-of-forty-letters-x',
  baseUrl: `https://models.${'very-long-name-of-a-host.'.repeat(5)}example.org/${'path/'.repeat(12)}v1`,
  models: [{ id: `accounts/${'someone-with-a-long-name/'.repeat(4)}models/${'x'.repeat(60)}` }],
  keySource: 'environment',
}
export const manyProviders: ProviderJson[] = Array.from({ length: 20 }, (_, i) => ({
  ...openai,
  name: `provider-${i + 1}`,
  source: i % 5 === 0 ? 'file' : 'web',
  keySource: i % 4 === 1 ? null : 'secret',
}))

export function modelOf(name: string, over: Partial<ModelJson> = {}): ModelJson {
  const provider = name.split('/')[0] ?? ''
  return {
    name,
    provider,
    kind: 'openai-compatible',
    contextTokens: null,
    cost: null,
    isDemo: false,
    vision: false,
    ...over,
  }
}
export const models: ModelJson[] = [
  modelOf('openai/gpt-5', {
    contextTokens: 400_000,
    cost: { input: 1.25, output: 10, cachedInput: 0.125 },
    vision: true,
  }),
  modelOf('openai/gpt-5-mini'),
  modelOf(`${longProvider.name}/${longProvider.models[0]?.id}`),
  modelOf('demo/demo', { kind: 'demo', isDemo: true }),
]
export const listedModels = Array.from(
  { length: 320 },
  (_, i) => `vendor-${i % 12}/model-${i}-${['instruct', 'chat', 'vision', 'preview'][i % 4]}`,
)

export const agents: AgentJson[] = [
  { ...mainAgent, model: 'openai/gpt-5', isDemo: false },
  { ...otherAgent, avatar: '🧵', thinking: 'high' },
  {
    ...otherAgent,
    id: 'a-very-long-handle.of-an-agent_that-goes-on',
    name: 'Wolfeschlegelsteinhausenbergerdorff, who reviews everything twice and then once more',
    model: `${longProvider.name}/${longProvider.models[0]?.id}`,
  },
  { ...otherAgent, id: 'كاتب', name: 'كاتب التقارير اليومية' },
]

const from = '2026-02-13'
const nothing: UsageFiguresJson = {
  turns: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  costMicros: 0,
  unpricedTurns: 0,
}

/** A week has two quiet days, and one day stands out. */
function figuresOf(day: number, scale = 1): UsageFiguresJson {
  if (day % 7 > 4) return nothing
  const weight = (((day * 37) % 23) + 4) * (day === 17 ? 4 : 1) * scale
  return {
    turns: Math.round(weight),
    inputTokens: Math.round(weight * 9_341),
    outputTokens: Math.round(weight * 812),
    cachedTokens: Math.round(weight * 2_200),
    costMicros: Math.round(weight * 61_400),
    unpricedTurns: 0,
  }
}

export function usageReport(over: Partial<UsageReportJson> = {}, count = 30): UsageReportJson {
  const days = Array.from({ length: count }, (_, i) => ({ day: addDays(from, i), ...figuresOf(i) }))
  const totals = days.reduce(addFigures, nothing)
  const part = (id: string, name: string, share: number) => ({ id, name, ...scaled(totals, share) })
  return {
    from,
    to: addDays(from, count - 1),
    timeZone: 'Europe/Berlin',
    of: 'me',
    totals,
    days,
    agents: [part('main', 'Main', 0.72), part('reviewer', 'Reviewer', 0.28)],
    models: [part('openai/gpt-5', 'openai/gpt-5', 0.9), part('house/large', 'house/large', 0.1)],
    members: [],
    countedAt: ago(0),
    ...over,
  }
}

export function unpricedReport(): UsageReportJson {
  const free = <T extends UsageFiguresJson>(figures: T): T => ({
    ...figures,
    costMicros: 0,
    unpricedTurns: figures.turns,
  })
  const report = usageReport()
  return {
    ...report,
    totals: free(report.totals),
    days: report.days.map(free),
    agents: report.agents.map(free),
    models: report.models.map(free),
  }
}

export function emptyReport(over: Partial<UsageReportJson> = {}): UsageReportJson {
  const report = usageReport()
  const days = report.days.map(({ day }) => ({ day, ...nothing }))
  return { ...report, totals: nothing, days, agents: [], models: [], ...over }
}

export function scaled(figures: UsageFiguresJson, share: number): UsageFiguresJson {
  return {
    turns: Math.round(figures.turns * share),
    inputTokens: Math.round(figures.inputTokens * share),
    outputTokens: Math.round(figures.outputTokens * share),
    cachedTokens: Math.round(figures.cachedTokens * share),
    costMicros: Math.round(figures.costMicros * share),
    unpricedTurns: Math.round(figures.unpricedTurns * share),
  }
}

function addFigures(one: UsageFiguresJson, other: UsageFiguresJson): UsageFiguresJson {
  return {
    turns: one.turns + other.turns,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cachedTokens: one.cachedTokens + other.cachedTokens,
    costMicros: one.costMicros + other.costMicros,
    unpricedTurns: one.unpricedTurns + other.unpricedTurns,
  }
}
