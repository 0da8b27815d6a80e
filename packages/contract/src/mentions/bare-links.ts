// Addresses that are links without being marked as such: `https://…`, `www.…`, `name@host.org`. What stands in one is
// never a mention. Each character is looked at a fixed number of times, whatever the text.

const opening = /https?:\/\/|www\./iy
const wordBefore = /[a-z0-9]/i
const host = /\[[0-9a-f:.]+\]|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*/iuy
/** What may go on after the host. A comma there belongs to the sentence. */
const goesOn = /[/?#:@]/
const ends = /[\s<]/u
const trailing = /[?!.,:*_~]/
const closers: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

/** Where the address that begins here ends; undefined if none begins here. */
export function endOfBareLink(text: string, start: number, max: number): number | undefined {
  if (start > 0 && wordBefore.test(text.charAt(start - 1))) return undefined
  const opened = matchAt(opening, text, start)
  if (opened === undefined) return undefined
  const hostEnd = matchAt(host, text, opened)
  if (hostEnd === undefined || hostEnd > max) return undefined
  if (!goesOn.test(text.charAt(hostEnd))) return hostEnd
  let end = endOfRest(text, hostEnd, max)
  while (end > hostEnd && trailing.test(text.charAt(end - 1))) end -= 1
  return end
}

/** Up to white space, a tag, or a bracket that was not opened inside. */
function endOfRest(text: string, start: number, max: number): number {
  const open: Record<string, number> = { '(': 0, '[': 0 }
  for (let at = start; at < max; at += 1) {
    const char = text.charAt(at)
    if (ends.test(char)) return at
    if (char === '(' || char === '[') open[char] = (open[char] ?? 0) + 1
    const opener = closers[char]
    if (opener === undefined) continue
    if (open[opener] === 0) return at
    open[opener] = (open[opener] ?? 0) - 1
  }
  return max
}

const mailName = /[a-z0-9._+-]/i
const mailNameAndSign = /[a-z0-9._+-]*[a-z0-9][._+-]*@/iy
const mailHost = /[a-z0-9_-]+(?:\.[a-z0-9_-]+)+/iy

/** Does this "@" stand in an e-mail address, or right before one, as in "@kim@social.example"? */
export function touchesMail(text: string, sign: number): boolean {
  if (hasMailHost(text, sign + 1) && hasMailName(text, sign)) return true
  const afterSecondSign = matchAt(mailNameAndSign, text, sign + 1)
  return afterSecondSign !== undefined && hasMailHost(text, afterSecondSign)
}

function hasMailHost(text: string, start: number): boolean {
  const end = matchAt(mailHost, text, start)
  return end !== undefined && /[a-z0-9]/i.test(text.charAt(end - 1))
}

/** Dots alone are no name: "...@kim.lee" mentions somebody. */
function hasMailName(text: string, sign: number): boolean {
  for (let at = sign - 1; at >= 0 && mailName.test(text.charAt(at)); at -= 1) {
    if (wordBefore.test(text.charAt(at))) return true
  }
  return false
}

function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}
