// How many of a list are shown, in words.

const rules = new Intl.PluralRules('en')

/** Picks by number: `plural(n, 'person', 'people')`. */
export function plural(count: number, one: string, other: string): string {
  return rules.select(count) === 'one' ? one : other
}

export function shownOf(
  count: number,
  written: string,
  hasMore: boolean,
  one: string,
  other: string,
): string {
  const words = `${written} ${plural(count, one, other)}`
  return hasMore ? `${words} shown, there are more` : words
}
