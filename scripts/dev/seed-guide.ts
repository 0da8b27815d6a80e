// The long session of the demo data: a guide is proofread, chapter by chapter, over several days.

import type { SeedBeat } from './seed-story.ts'

interface Chapter {
  title: string
  file: string
  beginning: string
  finding: string
}

const chapters: readonly Chapter[] = [
  chapter(
    'Before you begin',
    'A loom needs a room of its own.',
    'Clear. One sentence says *loom* three times; twice is enough.',
  ),
  chapter(
    'The parts of a loom',
    'The beam holds the warp.',
    'The drawing calls the beam **roller**. The text should do the same, or the drawing change.',
  ),
  chapter(
    'Choosing yarn',
    'Linen does not forgive.',
    'The table mixes metres and yards:\n\n| yarn | in the text | in metres |\n|---|---|---:|\n| linen | 130 yd | 119 |\n| wool | 340 m | 340 |',
  ),
  chapter('Winding the warp', 'Count twice.', 'Nothing to mend. The best page so far.'),
  chapter(
    'Threading the heddles',
    'Each thread through its own.',
    'Step 4 comes before step 3 in the printed order. Swap them.',
  ),
  chapter(
    'Tying on',
    'Small knots, all alike.',
    'The knot is named **surgeon’s** here and **double** in the glossary.',
  ),
  chapter(
    'Tension',
    'Even, not tight.',
    'Good. I would move the warning up: who reads it at the end has broken a thread already.',
  ),
  chapter(
    'The first shed',
    'Press, and look through.',
    'Two links lead nowhere: `figure-12` and `figure-12b`.',
  ),
  chapter('Throwing the shuttle', 'From the wrist.', 'Clear.'),
  chapter('Beating', 'Once, and let go.', 'The sentence about rhythm could be the chapter’s first.'),
  chapter(
    'Mending a broken thread',
    'It happens.',
    'The best-known trick is missing: a pin beside the edge, so that the new thread has something to hold on to.',
  ),
  chapter(
    'Selvedges',
    'They tell who wove it.',
    'Clear. *Selvedge* and *selvage* are both used; the guide should pick one.',
  ),
  chapter(
    'Changing colours',
    'Overlap by a hand.',
    'An example would help here:\n\n```text\nblue   ━━━━━━━━╸\nochre       ╺━━━━━━━━\n```',
  ),
  chapter('Twill', 'Over two, under two.', 'The draft has an odd number of shafts in row 6.'),
  chapter('Cutting down', 'The quiet moment.', 'Lovely. Leave it.'),
  chapter(
    'Washing',
    'Warm, never hot.',
    'It says 40 °C here and 30 °C on the label that we sell. One of them ruins wool.',
  ),
  chapter('Care of the loom', 'Wax, once a year.', 'Clear.'),
  chapter('Glossary', 'Thirty words.', '31 words, in fact. *Weft* and *woof* are the same thing twice.'),
]

export const guideBeats: readonly SeedBeat[] = [
  {
    kind: 'ask',
    who: 'ann',
    text: 'Proofread our weaving guide with me, one chapter at a time. Say only what a reader would stumble over.',
    answers: [
      {
        thinks: 'Eighteen chapters. One at a time, and short: they know their craft better than I do.',
        says: 'Gladly. Name a chapter, and I read it and say what I would change. I keep to the words of your glossary.',
      },
    ],
  },
  ...chapters.flatMap(reviewChapter),
  {
    kind: 'ask',
    who: 'ann',
    text: 'Thank you. Sum it up for the printer, in the order of urgency.',
    answers: [
      {
        thinks:
          'What costs money first: the washing temperature. Then what misleads: steps out of order, the draft. Then names.',
        says: '1. **Washing**: 30 or 40 °C, before anything is printed.\n2. **Threading**: steps 3 and 4 are swapped.\n3. **Twill**: row 6 of the draft.\n4. **Yarn**: metres throughout.\n5. Names: *roller*, *double knot*, *selvedge*.\n\nEverything else can wait for the second edition.',
      },
    ],
  },
  { kind: 'read', who: 'ann' },
  { kind: 'read', who: 'bob' },
]

function reviewChapter({ title, file, beginning, finding }: Chapter, at: number): SeedBeat[] {
  const read = {
    name: 'read',
    args: { path: file },
    output: `# ${title}\n\n${beginning}\n\n… ${180 + at * 37} more lines\n`,
    tookMs: 120 + at * 11,
  }
  const look = {
    name: 'search',
    args: { text: title, in: 'guide/' },
    output: `${file}:1: # ${title}\nguide/00-contents.md:${at + 3}: - ${title}\n`,
    tookMs: 300 + at * 7,
  }
  const calls = at % 3 === 0 ? [read] : [look, read]
  return [
    {
      kind: 'ask',
      who: at % 5 === 4 ? 'bob' : 'ann',
      text: at === 0 ? `Begin with “${title}”.` : `Now “${title}”, please.`,
      answers: [{ calls }, { says: finding }],
    },
    // Most chapters follow each other; now and then it is evening.
    { kind: 'pause', minutes: at % 4 === 3 ? 19 * 60 : 6 + at },
  ]
}

function chapter(title: string, beginning: string, finding: string): Chapter {
  const name = title.toLowerCase().replaceAll(' ', '-')
  return { title, file: `guide/${name}.md`, beginning, finding }
}
