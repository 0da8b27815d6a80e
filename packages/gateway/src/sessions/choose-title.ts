// A session's title, as long as nobody gave it one: the beginning of the first thing that was said in it.

const charsMax = 72

export function chooseTitle(text: string): string {
  const line = text
    .split('\n')
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .find((part) => part !== '')
  if (line === undefined) return ''
  const chars = Array.from(line)
  if (chars.length <= charsMax) return line
  const cut = chars.slice(0, charsMax - 1).join('')
  const lastSpace = cut.lastIndexOf(' ')
  // A word in the middle is dropped, unless the line is all one word.
  return `${(lastSpace > charsMax / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`
}

/** Of a whole message: what it says, else the name of the first file that came with it. */
export function chooseMessageTitle(payload: Readonly<Record<string, unknown>>): string {
  const { text, attachments } = payload
  const said = typeof text === 'string' ? chooseTitle(text) : ''
  if (said !== '' || !Array.isArray(attachments)) return said
  const [first] = attachments as { name?: unknown }[]
  return typeof first?.name === 'string' ? chooseTitle(first.name) : ''
}

/** The form in which titles are searched. */
export function foldTitle(title: string): string {
  return title.normalize('NFKC').toLowerCase()
}
