// Patterns for names of files: `*` and `?` within a name, `**` over folders, `[abc]`, `{ts,tsx}`. Compares without going
// back more than one star, so that no pattern takes long, whoever wrote it.

export type Glob = (path: readonly string[]) => boolean

const alternativesMax = 64

/** One without a "/" is about the name alone, wherever the file lies. Undefined for a pattern that makes no sense. */
export function compileGlob(pattern: string): Glob | undefined {
  const alternatives = expandBraces(pattern)
  if (alternatives === undefined) return undefined
  const ways = alternatives.map((one) => one.split('/').filter((part) => part !== '' && part !== '.'))
  if (ways.some((way) => way.length === 0)) return undefined
  const isNameOnly = !pattern.includes('/')
  return (path) =>
    ways.some((way) => (isNameOnly ? matchName(way[0] ?? '', path.at(-1) ?? '') : matchWay(way, path)))
}

function expandBraces(pattern: string): string[] | undefined {
  let open = [pattern]
  const done: string[] = []
  while (open.length > 0) {
    if (open.length + done.length > alternativesMax) return undefined
    const next: string[] = []
    for (const one of open) {
      const group = /\{([^{}]*)\}/.exec(one)
      if (group === null) done.push(one)
      else {
        for (const choice of (group[1] ?? '').split(',')) {
          next.push(one.slice(0, group.index) + choice + one.slice(group.index + group[0].length))
        }
      }
    }
    open = next
  }
  return done.length > alternativesMax ? undefined : done
}

function matchWay(way: readonly string[], path: readonly string[]): boolean {
  return matchStarred(
    way.length,
    path.length,
    (at) => way[at] === '**',
    (at, name) => matchName(way[at] ?? '', path[name] ?? ''),
  )
}

function matchName(pattern: string, name: string): boolean {
  const parts = pattern.match(/\[!?\]?[^\]]*\]|[^]/gu) ?? []
  const signs = Array.from(name)
  // A hidden name is meant only by a pattern that says so.
  if (signs[0] === '.' && parts[0] !== '.') return false
  return matchStarred(
    parts.length,
    signs.length,
    (at) => /^\*+$/.test(parts[at] ?? ''),
    (at, sign) => matchSign(parts[at] ?? '', signs[sign] ?? ''),
  )
}

function matchSign(part: string, sign: string): boolean {
  if (part === '?') return true
  if (part.length < 3 || !part.startsWith('[')) return part === sign
  const isNot = part.startsWith('[!')
  const set = Array.from(part.slice(isNot ? 2 : 1, -1))
  const isIn = set.some((one, at) => {
    if (set[at + 1] === '-' && set[at + 2] !== undefined) return one <= sign && sign <= (set[at + 2] ?? '')
    return one === sign
  })
  return isIn !== isNot
}

/** Stars stand for any number of things, none too. Only the last star is ever given one more: the earlier ones need not. */
function matchStarred(
  parts: number,
  things: number,
  isStar: (part: number) => boolean,
  fits: (part: number, thing: number) => boolean,
): boolean {
  let part = 0
  let thing = 0
  let star = -1
  let starThing = 0
  while (thing < things) {
    if (part < parts && isStar(part)) {
      star = part++
      starThing = thing
    } else if (part < parts && fits(part, thing)) {
      part++
      thing++
    } else if (star >= 0) {
      part = star + 1
      thing = ++starThing
    } else return false
  }
  while (part < parts && isStar(part)) part++
  return part === parts
}
