// What to say to a slash command that cannot be sent as it is written; undefined if it can.

import { commandNames, type ParsedText } from '@heddle/contract'

export function explainUnknownCommand(parsed: ParsedText): string | undefined {
  switch (parsed.kind) {
    case 'command':
      return undefined
    case 'text':
      return 'A command begins with a slash, as in /status.'
    case 'wrong':
      return `${parsed.problem}.`
    case 'unknown':
      return parsed.nearest === undefined
        ? `There is no command /${parsed.name}. There are ${commandNames.map((name) => `/${name}`).join(', ')}.`
        : `There is no command /${parsed.name}. Did you mean /${parsed.nearest}?`
  }
}
