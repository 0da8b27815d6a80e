// The rules of docs/spec: a list item that begins with its id in bold. What is not built yet stands in the same item
// as "(later: …)"; a rule wholly for later is not listed.

export interface Rule {
  id: string
  path: string
  line: number
}

export const idPattern = /[A-Z][A-Z0-9]*[0-9]+/
const ruleLine = new RegExp(`^- \\*\\*(${idPattern.source})\\*\\* \\S`)

export function readRules(path: string, text: string): Rule[] {
  return text.split('\n').flatMap((content, i) => {
    const id = ruleLine.exec(content)?.[1]
    return id === undefined ? [] : [{ id, path, line: i + 1 }]
  })
}
