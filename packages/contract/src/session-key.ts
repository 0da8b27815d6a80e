// The one key of a session that is read and not only compared: it names no place but an agent, and means whoever says it.

/** The agent of `agent:<id>:main`; undefined for every other name of a session. */
export function personalAgentOf(session: string): string | undefined {
  return /^agent:([^:]+):main$/i.exec(session)?.[1]?.toLowerCase()
}
