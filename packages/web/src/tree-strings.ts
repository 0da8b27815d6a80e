// The words of the tree of sub-agents outside of its panel: its button, the rows in the list. A part of the catalogue in
// strings.ts.

export const agents = (count: number, written: string) => (count === 1 ? '1 agent' : `${written} agents`)

export const treeStrings = {
  button: {
    /** Begins with what is shown. */
    label: (active: number, written: string, asks: number) =>
      [
        active === 0 ? 'Agents' : `${agents(active, written)} at work`,
        ...(asks === 0 ? [] : [asks === 1 ? '1 waits for approval' : `${asks} wait for approval`]),
      ].join(', '),
    active: agents,
    none: 'Agents',
  },
  palette: 'Show the agents of this session',
  paletteAlso: 'sub-agents tree panel children',
  shortcut: 'Show or hide the agents of this session',
  inList: {
    more: (count: number) => `and ${count} more`,
    moreOf: (count: number, title: string) => `and ${count} more below ${title}`,
    asks: 'approval below',
    runs: 'agents at work',
    of: (title: string) => `, sub-agent of ${title}`,
  },
}
