// Which of the eight thread colours an agent has: always the same one for the same id. Never the only sign.

const threads = 8

export function chooseThread(agentId: string): number {
  let hash = 0
  for (const char of agentId) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return (hash % threads) + 1
}
