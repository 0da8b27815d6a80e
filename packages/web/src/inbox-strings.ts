// The words of the inbox that the house needs. A part of the catalogue in strings.ts; the page of the inbox brings its
// own.

export const inboxStrings = {
  title: 'Inbox',
  count: (written: string) => `${written} unread`,
}
