// A call as people are shown it before they allow it: the exact arguments, with nothing in them that the eye would miss.
// Pure. What is invisible or turns the direction of a text is written as JSON writes it, so that what is read is what is
// run; a line that ends inside of a text is broken there, too.

export function writeCall(name: string, argumentsText: string): string {
  const given = inLines(argumentsText)
  return showHidden(given === '' ? name : `${name} ${given}`)
}

function inLines(argumentsText: string): string {
  try {
    const spread = JSON.stringify(JSON.parse(argumentsText), null, 2)
    return spread.replace(/(?<=[^\\](?:\\\\)*)\\n/g, '$&\n')
  } catch {
    return argumentsText
  }
}

/** Spaces of no width, marks of direction, tags, and whatever else takes no room; line ends and tabs stay. */
const hidden = /[^\P{C}\n\t]|[\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu

function showHidden(text: string): string {
  return text.replace(hidden, (sign) =>
    Array.from(
      { length: sign.length },
      (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}
