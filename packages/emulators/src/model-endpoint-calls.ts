// The tool calls of the emulated endpoint: what a script sees of the conversation, and the calls as they go over the wire.

export interface EmulatedCall {
  id: string
  name: string
  /** JSON. */
  arguments: string
}

export interface AskedMessage {
  role: string
  text: string
  /** Of an answer: the ids of the calls that it made. */
  callIds: readonly string[]
}

/** What the model calls next, seeing the conversation; nothing: it says its text and comes to an end. */
export type CallScript = (conversation: readonly AskedMessage[]) => readonly EmulatedCall[]

/** As far as it can be read: whoever sends nonsense has said nothing. */
export function readConversation(messages: unknown): AskedMessage[] {
  if (!Array.isArray(messages)) return []
  return messages.filter(isRecord).map((message) => ({
    role: String(message['role']),
    text: readText(message['content']),
    callIds: readCallIds(message['tool_calls']),
  }))
}

function readText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter(isRecord)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n')
}

function readCallIds(calls: unknown): string[] {
  return Array.isArray(calls) ? calls.filter(isRecord).map(({ id }) => String(id)) : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** As the deltas of a stream: each call's name first, its arguments after that. */
export function callDeltas(calls: readonly EmulatedCall[]): object[] {
  return calls.flatMap(({ id, name, arguments: said }, index) => [
    { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
    { tool_calls: [{ index, function: { arguments: said } }] },
  ])
}

export function wholeCalls(calls: readonly EmulatedCall[]): object[] {
  return calls.map(({ id, name, arguments: said }) => ({
    id,
    type: 'function',
    function: { name, arguments: said },
  }))
}
