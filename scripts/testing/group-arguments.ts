// What the process of a test group is told: `together|alone file…`.

export interface GroupArguments {
  mode: 'together' | 'alone'
  files: string[]
}

export function readGroupArguments(): GroupArguments {
  const [mode, ...files] = process.argv.slice(2)
  return { mode: mode === 'together' ? 'together' : 'alone', files }
}
