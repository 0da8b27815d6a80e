// The beginning of a long result: as many whole paragraphs as fit, so that nothing is cut in the middle of a list or a
// block of code. Undefined when all of it fits. Pure.

const shownCharsMax = 900
const shownLinesMax = 14
/** What is not much longer is shown at once: a button that brings one more line is none. */
const slack = 1.25

export function cutResult(text: string): string | undefined {
  if (fits(text, slack)) return undefined
  const paragraphs = text.split(/\n{2,}/)
  const shown: string[] = []
  for (const paragraph of paragraphs) {
    const next = [...shown, paragraph].join('\n\n')
    // A fence that is not closed would take the rest of the page with it.
    if (shown.length > 0 && !fits(next, 1)) break
    shown.push(paragraph)
  }
  const cut = shown.join('\n\n')
  return closed(fits(cut, slack) ? cut : cutLines(cut))
}

function fits(text: string, by: number): boolean {
  return text.length <= shownCharsMax * by && text.split('\n').length <= shownLinesMax * by
}

/** One paragraph that is too long by itself. */
function cutLines(text: string): string {
  const lines = text.split('\n').slice(0, shownLinesMax).join('\n')
  return lines.length > shownCharsMax ? `${lines.slice(0, shownCharsMax).trimEnd().toWellFormed()}…` : lines
}

function closed(text: string): string {
  const fences = text.match(/^ {0,3}(`{3,}|~{3,})/gm) ?? []
  return fences.length % 2 === 0 ? text : `${text}\n${fences.at(-1)?.trim() ?? ''}`
}
