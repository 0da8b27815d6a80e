// Where the keys of a feed lead: Page Up and Down from article to article, Ctrl+Home and Ctrl+End out of the feed.

export type FocusMove = { to: 'article'; index: number } | { to: 'before' | 'after' } | undefined

export function chooseFocus(
  key: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  index: number,
  count: number,
): FocusMove {
  const isChord = key.ctrlKey || key.metaKey
  switch (key.key) {
    case 'PageDown':
      return index + 1 < count ? { to: 'article', index: index + 1 } : undefined
    case 'PageUp':
      return index > 0 ? { to: 'article', index: index - 1 } : undefined
    case 'End':
      return isChord ? { to: 'after' } : undefined
    case 'Home':
      return isChord ? { to: 'before' } : undefined
    default:
      return undefined
  }
}
