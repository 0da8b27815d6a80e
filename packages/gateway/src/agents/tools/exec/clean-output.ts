// What a command put out, as text: UTF-8 with a sign for what is none, without the commands that a terminal would obey,
// and of a line that was written over again and again only how it ended.

const escapes = new RegExp(
  [
    // Operating system commands, and their like, up to their end.
    /\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?/,
    // Colours, cursor moves.
    /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?/,
    /\x1b[ -/]*[0-~]?/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

export function cleanOutput(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes).replaceAll(escapes, '').replaceAll('\r\n', '\n')
  return text.includes('\r') || text.includes('\b') ? text.split('\n').map(writeOver).join('\n') : text
}

/** A progress bar returns to the beginning of its line; what stands there at last is what a person would see. */
function writeOver(line: string): string {
  const last = line
    .split('\r')
    .filter((part) => part !== '')
    .at(-1)
  return (last ?? '').replaceAll('\b', '')
}
