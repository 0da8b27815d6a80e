// The words of the page about what was used. A part of the catalogue that comes with its pages.

const rules = new Intl.PluralRules('en')

function plural(count: number, one: string, other: string): string {
  return rules.select(count) === 'one' ? one : other
}

export const usageStrings = {
  title: 'Usage',
  about: 'Tokens and cost of what agents did.',
  loading: 'Counting',
  again: 'Counting again',
  filters: 'What to count',
  range: 'Time',
  ranges: { 7: '7 days', 30: '30 days', 90: '90 days', custom: 'From – to' },
  from: 'From',
  to: 'To',
  show: 'Show',
  problems: {
    day: 'Choose a day.',
    order: (day: string) => `The first day comes after the last. Choose ${day} or before.`,
    long: (max: number, day: string) => `At most ${max} days can be counted at once. The earliest is ${day}.`,
  },
  whose: 'Whose',
  of: { me: 'Mine', team: 'Everyone’s' },
  measure: 'Measure',
  measures: { cost: 'Cost', tokens: 'Tokens' },
  span: (from: string, to: string) => `${from} to ${to}`,
  zone: (zone: string) => `Days in ${zone.replaceAll('_', ' ')}`,
  setZone: 'Set your time zone',
  counted: 'counted',
  totals: {
    label: 'In all',
    cost: 'Cost',
    currency: 'in the currency of your price list',
    costUnknown: 'no price',
    tokens: 'Tokens',
    tokenParts: (input: string, output: string) => `${input} read, ${output} written`,
    tokenPartsCached: (input: string, cached: string, output: string) =>
      `${input} read (${cached} of it from a cache), ${output} written`,
    turns: 'Turns',
    unpriced: (count: number, written: string) =>
      `${written} ${plural(count, 'turn is', 'turns are')} not in the cost, because ${plural(count, 'its model has', 'their models have')} no price.`,
    allUnpriced:
      'No price is known for any of these turns, so there is no cost to tell. Prices are set with the models.',
    toModels: 'Set prices',
  },
  chart: {
    title: 'By day',
    drawing: 'Drawing the chart',
    gist: (measure: string, from: string, to: string, total: string, peak: string, peakDay: string) =>
      `${measure} by day from ${from} to ${to}: ${total} in all, the most on ${peakDay} with ${peak}.`,
    gistNothing: (measure: string, from: string, to: string) =>
      `${measure} by day from ${from} to ${to}: nothing on any day.`,
    point: (day: string, value: string, turns: number, written: string) =>
      `${day}: ${value}, ${written} ${plural(turns, 'turn', 'turns')}`,
    hint: 'Point at a day to read it.',
    noCost: 'No cost is known for these days. Look at the tokens instead.',
    asTable: 'Show as table',
    hideTable: 'Hide the table',
    failed: 'The chart could not be drawn. The table has the same figures.',
  },
  table: {
    day: 'Day',
    agent: 'Agent',
    model: 'Model',
    member: 'Member',
    turns: 'Turns',
    tokens: 'Tokens',
    input: 'Read',
    output: 'Written',
    cached: 'Cached',
    cost: 'Cost',
    share: 'Share',
    unknown: '–',
    unknownSpoken: 'nothing',
    noPrice: 'no price',
    partly: (written: string) => `${written} without a price`,
    nameless: 'Unnamed',
    scroll: 'Figures by day',
  },
  by: { agents: 'By agent', models: 'By model', members: 'By member' },
  none: {
    me: 'You used nothing in this time. Ask an agent for something, and it is counted here.',
    team: 'Nobody used anything in this time.',
    action: 'Go to the sessions',
  },
  csv: {
    copy: 'Copy as CSV',
    copied: 'Copied',
    notCopied: 'This browser does not let the page copy. Download the file instead.',
    download: 'Download CSV',
    file: (from: string, to: string, of: string) => `heddle-usage-${of}-${from}-to-${to}.csv`,
  },
}
