// What the process of a test group is told: `together|alone count file…`.

export interface GroupArguments {
  mode: 'together' | 'alone'
  /** How many files run beside each other, each in a process of its own. */
  atOnce: number
  files: string[]
}

export function readGroupArguments(): GroupArguments {
  const [mode, atOnce, ...files] = process.argv.slice(2)
  return { mode: mode === 'together' ? 'together' : 'alone', atOnce: Number(atOnce), files }
}
