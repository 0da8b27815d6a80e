// The languages that are coloured, and what people write after a fence for each.

export const languages = {
  c: { title: 'C', aliases: ['h'] },
  cpp: { title: 'C++', aliases: ['c++', 'cc', 'hpp', 'cxx'] },
  csharp: { title: 'C#', aliases: ['cs', 'c#'] },
  css: { title: 'CSS', aliases: [] },
  diff: { title: 'Diff', aliases: ['patch'] },
  docker: { title: 'Dockerfile', aliases: ['dockerfile'] },
  go: { title: 'Go', aliases: ['golang'] },
  html: { title: 'HTML', aliases: ['htm'] },
  ini: { title: 'INI', aliases: ['properties', 'conf'] },
  java: { title: 'Java', aliases: [] },
  javascript: { title: 'JavaScript', aliases: ['js', 'mjs', 'cjs', 'node'] },
  json: { title: 'JSON', aliases: ['jsonl', 'json5', 'jsonc'] },
  kotlin: { title: 'Kotlin', aliases: ['kt', 'kts'] },
  lua: { title: 'Lua', aliases: [] },
  make: { title: 'Makefile', aliases: ['makefile', 'mk'] },
  markdown: { title: 'Markdown', aliases: ['md'] },
  php: { title: 'PHP', aliases: [] },
  python: { title: 'Python', aliases: ['py', 'python3'] },
  ruby: { title: 'Ruby', aliases: ['rb'] },
  rust: { title: 'Rust', aliases: ['rs'] },
  shellscript: { title: 'Shell', aliases: ['sh', 'bash', 'zsh', 'shell', 'console'] },
  sql: { title: 'SQL', aliases: ['sqlite', 'postgresql'] },
  swift: { title: 'Swift', aliases: [] },
  toml: { title: 'TOML', aliases: [] },
  tsx: { title: 'TSX', aliases: ['jsx'] },
  typescript: { title: 'TypeScript', aliases: ['ts', 'mts', 'cts'] },
  xml: { title: 'XML', aliases: ['svg', 'xsl'] },
  yaml: { title: 'YAML', aliases: ['yml'] },
} as const satisfies Record<string, { title: string; aliases: readonly string[] }>

export type LanguageName = keyof typeof languages

const names = new Map<string, LanguageName>()
for (const name of Object.keys(languages).filter((key): key is LanguageName => key in languages)) {
  for (const alias of [name, ...languages[name].aliases]) names.set(alias, name)
}

/** The language that somebody means by "ts" or "Dockerfile"; undefined: none that we colour. */
export function knownLanguage(written: string): LanguageName | undefined {
  return names.get(written.toLowerCase())
}
