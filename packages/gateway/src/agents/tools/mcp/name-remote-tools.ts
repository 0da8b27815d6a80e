// The names under which agents call the tools of a server: `mcp__<server>__<tool>`, of the signs and the length that every
// provider of models takes. Pure; the same tools get the same names, in whatever order they come.

import { createHash } from 'node:crypto'

const charsMax = 64
const hashChars = 8

export function nameRemoteTools(server: string, remoteNames: readonly string[]): Map<string, string> {
  const taken = new Set<string>()
  const names = new Map<string, string>()
  for (const remote of remoteNames.toSorted()) {
    const plain = `mcp__${server}__${remote.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`
    const name = plain.length <= charsMax && !taken.has(plain) ? plain : withHash(plain, server, remote)
    taken.add(name)
    names.set(remote, name)
  }
  return names
}

function withHash(plain: string, server: string, remote: string): string {
  const hash = createHash('sha256').update(`${server}\n${remote}`).digest('hex').slice(0, hashChars)
  return `${plain.slice(0, charsMax - hashChars - 1)}_${hash}`
}
