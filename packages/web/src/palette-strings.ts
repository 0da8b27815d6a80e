// The words of the palette itself; what can be done is named by whoever offers it. A part of the catalogue that comes with
// it.

export const paletteStrings = {
  title: 'Find or do something',
  label: 'Find a session, a page or an action',
  results: 'Results',
  close: 'Close',
  none: (text: string) => `Nothing fits “${text}”.`,
  searching: 'Looking for sessions',
  failed: 'Sessions could not be searched. Pages and actions are below.',
  matches: (count: number) => (count === 1 ? '1 match' : `${count} matches`),
  groups: {
    session: 'This session',
    actions: 'Actions',
    sessions: 'Sessions',
    pages: 'Pages',
    search: 'Everything that was said',
  },
  search: (text: string) => `Search for “${text}”`,
}
