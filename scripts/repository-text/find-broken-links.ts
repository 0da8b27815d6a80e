// Links between the repository's pages: each must lead to a file that exists and, with "#…", to a heading in it.

import { posix } from 'node:path'

export interface Page {
  path: string
  text: string
}

/** `exists` answers for any path of the repository, files and folders. */
export function findBrokenLinks(pages: readonly Page[], exists: (path: string) => boolean): string[] {
  const headings = new Map(pages.map((page) => [page.path, headingAnchors(page.text)]))
  return pages.flatMap(({ path, text }) =>
    linksOf(text).flatMap((link) => {
      const problem = judgeLink(path, link, headings, exists)
      return problem === undefined ? [] : [`${path}: ${link} ${problem}`]
    }),
  )
}

function judgeLink(
  from: string,
  link: string,
  headings: ReadonlyMap<string, ReadonlySet<string>>,
  exists: (path: string) => boolean,
): string | undefined {
  if (/^[a-z][a-z+.-]*:/i.test(link)) return undefined
  const [file = '', anchor] = link.split('#')
  const path = file === '' ? from : posix.normalize(posix.join(posix.dirname(from), file))
  if (!exists(path)) return 'leads nowhere'
  if (anchor === undefined || !headings.has(path)) return undefined
  return headings.get(path)?.has(anchor) ? undefined : `finds no heading "${anchor}"`
}

function linksOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^()\s]+)\)/g)].map(([, link]) => String(link))
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
}

/** As forges make them: lower case, signs dropped, spaces to hyphens. */
function headingAnchors(text: string): Set<string> {
  const lines = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)
  return new Set(
    [...lines].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  )
}
