// The words of writing, waiting and the head of a session: completion, files, recipient, undo. A part of the catalogue
// in strings.ts.

const rules = new Intl.PluralRules('en')

function counted(count: number, one: string, other: string): string {
  return `${count} ${rules.select(count) === 'one' ? one : other}`
}

function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59).trimEnd()}…` : line
}

export const composerStrings = {
  completion: {
    label: 'Commands',
    matches: (count: number) => `${counted(count, 'match', 'matches')}.`,
    guess: 'Did you mean',
  },
  files: {
    add: 'Attach files',
    label: 'Attached files',
    drop: 'Drop files to attach them',
    dropHint: (max: number, size: string) => `Up to ${max} files, ${size} each.`,
    waiting: 'waits',
    uploading: (part: string) => `${part} uploaded`,
    failed: 'not uploaded',
    retry: 'Retry',
    retryNamed: (name: string) => `Upload again: ${name}`,
    remove: (name: string) => `Remove ${name}`,
    cancel: (name: string) => `Cancel the upload of ${name}`,
    removed: (name: string) => `${quote(name)} was removed.`,
    tooLarge: (name: string, size: string, max: string) =>
      `${quote(name)} has ${size}; a file can have ${max} at most.`,
    empty: (name: string) => `${quote(name)} is empty.`,
    tooMany: (count: number, max: number) =>
      `A message takes ${max} files at most. ${counted(count, 'file was', 'files were')} left out.`,
    folder: (name: string) => `${quote(name)} is a folder. Attach the files in it, or pack it first.`,
    notUploaded: (count: number, isHopeless: boolean) =>
      count === 1
        ? `A file was not uploaded. ${isHopeless ? 'Remove it' : 'Upload it again or remove it'}, then send.`
        : `${count} files were not uploaded. ${isHopeless ? 'Remove them' : 'Upload them again or remove them'}, then send.`,
    held: (count: number) => `Goes out when ${counted(count, 'file is', 'files are')} uploaded.`,
    release: 'Do not send yet',
    uploadFirst: 'Send when uploaded',
    progress: (name: string) => `Upload of ${name}`,
    download: (name: string) => `Download ${name}`,
    open: (name: string) => `Open ${name}`,
    place: (place: number, count: number) => `${place} of ${count}`,
    previous: 'Previous picture',
    next: 'Next picture',
    close: 'Close',
    save: 'Download',
    named: (title: string, name: string) => `${title}: ${quote(name)}`,
  },
  recipient: {
    to: 'to',
    label: (agent: string) => `To ${agent}`,
    model: 'Model',
    modelOf: (model: string) => `Model: ${model}`,
    own: (model: string) => `Agent’s own (${model})`,
    ownGroup: 'As set up',
    demo: 'demo',
    demoAbout: 'Built in: needs no key, and knows only what it was told to say.',
    sees: 'sees images',
    changed: (model: string) => `The next turn runs on ${model}.`,
    failed: 'The model was not changed.',
  },
  preview: {
    starts: (agent: string) => `will start: ${agent}`,
    waitsForTurn: (agent: string) => `waits until ${agent} is done`,
    waits: (before: number) => `waits: ${before} before it`,
    steers: (agent: string) => `steers ${agent} at its next step`,
    note: '/note: people only, nobody starts',
  },
  keys: {
    idle: 'Enter sends, Shift+Enter begins a new line',
    touch: 'Enter begins a new line, the button sends',
    running: (chord: string) => `Enter queues, ${chord} steers`,
    chord: { mac: '⌘Enter', other: 'Ctrl+Enter' },
  },
  queue: {
    drag: 'Drag to another place',
    cancelled: (text: string) => (text.trim() === '' ? 'Cancelled.' : `Cancelled: ${quote(text)}`),
    cancelledOf: (name: string) => `The message of ${name} was cancelled.`,
    back: (place: number) => `It waits again, at place ${place}.`,
    notBack: 'It could not be put back. What you wrote is in the message field.',
    files: (count: number) => counted(count, 'file', 'files'),
  },
  header: {
    menu: 'More about this session',
    drivenBy: (name: string) => `answers ${name}`,
    forkOf: 'Fork',
    forkOfLabel: 'Fork: open the session that it comes from',
    stopWith: (count: number) => `Also cancels ${counted(count, 'waiting message', 'waiting messages')}.`,
    rename: 'Rename',
    people: 'Who takes part',
    usage: 'Used so far',
    search: 'Search in this session',
    copyLink: 'Copy link',
    fork: 'Fork from here',
    archive: 'Archive',
    archived: 'The session was archived.',
    notArchived: 'It could not be archived.',
    unarchive: 'Take out of the archive',
    unarchived: 'The session is out of the archive.',
    notUnarchived: 'It could not be taken out of the archive.',
  },
  cost: {
    label: (words: string) => `Used so far: ${words}`,
    title: 'Used so far',
    tokens: (written: string) => `${written} tokens`,
    money: 'Cost',
    moneyAbout: 'In the currency of the price list.',
    unpriced: 'No price is known for this model.',
    input: 'Read',
    cached: 'of that cached',
    output: 'Written',
    models: 'Models',
  },
}
