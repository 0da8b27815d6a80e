// What has no business in the repository's texts: paths of the machine it was written on, hosts of a package registry,
// and words about how the work was organised instead of about the product.

export interface TextFile {
  path: string
  text: string
}

interface Stranger {
  what: string
  pattern: RegExp
}

const strangers: readonly Stranger[] = [
  // A path inside the repository may contain the same folder names, so the slash must begin the path.
  {
    what: 'a path of one machine',
    pattern: /(?<![\w.)}\]*/-])\/(?:work|root|home\/\w+|Users\/\w+|workspace)\//,
  },
  { what: 'a path of one machine', pattern: /\b[A-Z]:\\Users\\/ },
  {
    what: 'a package registry',
    pattern: /\b(?:registry|npm)(?:\.[\w-]+)+\.(?:com|org|net|io|dev|cloud|local|internal|lan)\b/i,
  },
  { what: 'a package registry', pattern: /\b(?:artifactory|verdaccio|nexus)\b/i },
  {
    what: 'a word about how the work was organised',
    pattern: /\b(?:workplace|CEO|sub-?task|user story|sprint)\b/,
  },
  {
    what: 'a word about how the work was organised',
    pattern: /\b(?:as an AI|language model I|this (?:conversation|chat) session|the brief|per the brief)\b/i,
  },
  { what: 'a note to a colleague', pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/ },
]

export function findStrangers(files: readonly TextFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, i) => {
      const stranger = strangers.find(({ pattern }) => pattern.test(line))
      return stranger === undefined ? [] : [`${path}:${i + 1} ${stranger.what}: ${line.trim().slice(0, 120)}`]
    }),
  )
}

/** A lock that names addresses binds every clone to one registry. Links between workspaces are paths and may stay. */
export function findLockedAddresses(lock: string): string[] {
  return [...lock.matchAll(/"resolved":\s*"([a-z+]+:\/\/[^"]*)"/g)].map(([, address]) => String(address))
}
