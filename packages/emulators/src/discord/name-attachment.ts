// The name of a file as Discord keeps it: letters without their signs, digits, dots, dashes and underscores alone. What it
// was called before, without its ending, stands beside it as a title.

export interface AttachmentNames {
  name: string
  /** Only where the name had to change. */
  title?: string
}

/** `spare`: what it is called where nothing of the name is left. */
export function nameAttachment(given: string, spare: string): AttachmentNames {
  const { stem, ending } = splitName(given)
  const kept = `${plain(stem).replaceAll(/^[._]+|[._]+$/g, '') || spare}${ending}`
  return kept === given ? { name: given } : { name: kept, title: stem }
}

function plain(text: string): string {
  const letters = text.normalize('NFKD').replaceAll(/[/\\\s]+/g, '_')
  return letters.replaceAll(/[^A-Za-z0-9_.-]/g, '')
}

function splitName(name: string): { stem: string; ending: string } {
  const [, stem = name, ending = ''] = /^(.+)(\.[A-Za-z0-9]+)$/s.exec(name) ?? []
  return { stem, ending }
}
