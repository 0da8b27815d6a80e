// Reads what a payload holds. It comes from a server that may be newer than this page, so each field is looked at
// before it is trusted.

import {
  type BudgetScope,
  budgetScopes,
  type EventJson,
  type TextState,
  textStates,
  type UsageJson,
} from '@heddle/contract'

export function textIn(event: EventJson, field = 'text'): string {
  const value = event.payload[field]
  return typeof value === 'string' ? value : ''
}

/** Zero where there is none. */
export function numberIn(event: EventJson, field: string): number {
  return numberOf(event.payload[field])
}

export function readText(event: EventJson): { state: TextState } {
  return { state: textStates.find((known) => known === event.payload.state) ?? 'complete' }
}

export function isDemoModel(event: EventJson): boolean {
  return event.payload.isDemo === true
}

type ToolEvent = EventJson & { payload: { callId: string } }

export function isToolCall(event: EventJson): event is ToolEvent {
  return event.kind === 'tool.call' && typeof event.payload.callId === 'string'
}

export function isToolResult(event: EventJson): event is ToolEvent {
  return event.kind === 'tool.result' && typeof event.payload.callId === 'string'
}

/** Files go with it. */
export function carriesFiles(event: EventJson | undefined): boolean {
  const attachments = event?.payload.attachments
  return Array.isArray(attachments) && attachments.length > 0
}

export function tokensIn(event: EventJson): number {
  const usage = usageIn(event)
  return numberOf(usage?.inputTokens) + numberOf(usage?.outputTokens)
}

/** Null when no price is known. */
export function costIn(event: EventJson): number | null {
  const cost = usageIn(event)?.costMicros
  return typeof cost === 'number' ? cost : null
}

export function cancelledWhy(event: EventJson): string | undefined {
  const cancelled = event.payload.cancelled as { why?: unknown } | undefined
  return typeof cancelled?.why === 'string' ? cancelled.why : undefined
}

export function scopeIn(value: unknown): BudgetScope | undefined {
  return budgetScopes.find((known) => known === value)
}

export function usageIn(event: EventJson): Partial<UsageJson> | undefined {
  return event.payload.usage as Partial<UsageJson> | undefined
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
