// The sessions of the demo data, in the order in which they begin.

import { guideBeats } from './seed-guide.ts'
import type { SeedSession } from './seed-story.ts'

export const seedSessions: readonly SeedSession[] = [
  {
    id: 'colours',
    opener: 'ann',
    agent: 'main',
    title: 'Old colour table',
    visibility: 'private',
    hoursAgo: 6 * 24 + 8,
    beats: [
      {
        kind: 'ask',
        who: 'ann',
        text: 'Turn our colour table into hex values.',
        answers: [
          {
            says: 'Done, three of them:\n\n| colour | hex |\n|---|---|\n| indigo | `#2f4b8f` |\n| madder | `#8c3b2e` |\n| weld | `#8a5a00` |\n\nThe printed table names *woad* as well, without a value.',
          },
        ],
      },
      { kind: 'read', who: 'ann' },
      { kind: 'archive', who: 'ann' },
    ],
  },
  {
    id: 'guide',
    opener: 'ann',
    agent: 'reviewer',
    title: 'Proofread the weaving guide',
    visibility: 'private',
    with: ['bob'],
    hoursAgo: 6 * 24 + 3,
    beats: guideBeats,
  },
  {
    id: 'archive-store',
    opener: 'bob',
    agent: 'main',
    title: 'Where do the old patterns go?',
    visibility: 'team',
    hoursAgo: 2 * 24 + 18,
    beats: [
      {
        kind: 'ask',
        who: 'bob',
        text: 'We have 40,000 scanned patterns, 3 MB each. Where should they live?',
        answers: [
          {
            thinks:
              '40,000 times 3 MB is 120 GB. That is small for a disk and large for a repository. They are read rarely and changed never.',
            says: '120 GB that hardly changes: put the **files** on a disk with a nightly copy elsewhere, and only their **descriptions** into the database.\n\n- Name each file by its content, so that nothing is kept twice.\n- Keep the scanner’s original, and make a small preview beside it.\n- A list of checksums tells after a restore whether all are there.',
          },
        ],
      },
      { kind: 'pause', minutes: 42 },
      {
        kind: 'ask',
        who: 'ann',
        text: 'The supplier’s password is not-a-real-one, can you check what they charge?',
        answers: [
          {
            says: 'I will not use a password from a chat. Please take that message back, and give the key to an admin instead.',
          },
        ],
      },
      { kind: 'redact', who: 'ann' },
      { kind: 'note', who: 'bob', text: 'Taken back. Ann, the key is with the accountant.' },
      { kind: 'pause', minutes: 15 },
      {
        kind: 'ask',
        who: 'bob',
        text: 'How long would the nightly copy take over our line?',
        answers: [
          {
            calls: [
              {
                name: 'exec',
                args: { command: 'speedtest --simple' },
                output: 'Ping: 12.4 ms\nDownload: 94.2 Mbit/s\nUpload: 38.7 Mbit/s\n',
                tookMs: 21_000,
              },
            ],
          },
          {
            says: 'You send 38.7 Mbit/s. The first copy takes about **7 hours**; after that only what is new, seconds on most nights.',
          },
        ],
      },
      { kind: 'read', who: 'bob' },
      { kind: 'read', who: 'ann' },
    ],
  },
  {
    id: 'onboarding',
    opener: 'bob',
    agent: 'main',
    visibility: 'private',
    hoursAgo: 2 * 24 + 2,
    beats: [
      {
        kind: 'ask',
        who: 'bob',
        text: 'Write me a checklist for my first week.',
        answers: [
          {
            says: '- [x] Read the guide up to *Tension*\n- [ ] Warp the small loom once, with someone beside you\n- [ ] Ask Ann where the keys are\n- [ ] Weave a hand’s width of anything',
          },
        ],
      },
      { kind: 'read', who: 'bob' },
    ],
  },
  {
    id: 'import',
    opener: 'ann',
    agent: 'main',
    title: 'Nightly import of orders',
    visibility: 'private',
    hoursAgo: 26,
    beats: [
      {
        kind: 'ask',
        who: 'ann',
        text: 'Why did last night’s import stop half-way?',
        answers: [
          {
            thinks:
              'The log will say where it stopped. First the end of it, then the line before the first error.',
            calls: [
              {
                name: 'read',
                args: { path: 'logs/import.log', from: -40 },
                output:
                  '02:14:07 row 812 ok\n02:14:07 row 813 ok\n02:14:08 row 814: date "31.02." is no date\n02:14:08 stopped\n',
                tookMs: 180,
              },
              {
                name: 'search',
                args: { text: '31.02.', in: 'orders/' },
                output: 'orders/2026-02.csv:815: 814;31.02.;linen;12\n',
                tookMs: 640,
              },
              {
                name: 'read',
                args: { path: 'orders/2026-02.json' },
                output: 'There is no file orders/2026-02.json.',
                isError: true,
                tookMs: 35,
              },
            ],
          },
          {
            says: 'Row 814 has the date **31.02.**, which does not exist, and the import stops at the first bad row. 813 rows are in; nothing is in twice.',
          },
        ],
      },
      { kind: 'pause', minutes: 9 },
      {
        kind: 'ask',
        who: 'ann',
        text: 'Let it skip such rows and list them at the end.',
        answers: [
          {
            calls: [
              {
                name: 'edit',
                args: {
                  path: 'import.ts',
                  old: 'throw new Error(`row ${n}: date "${text}" is no date`)',
                  new: 'skipped.push({ row: n, date: text })\ncontinue',
                },
                output: `--- a/import.ts
+++ b/import.ts
@@ -41,5 +41,6 @@ for (const [n, text] of rows) {
   const date = readDate(text)
   if (date === undefined) {
-    throw new Error(\`row \${n}: date "\${text}" is no date\`)
+    skipped.push({ row: n, date: text })
+    continue
   }
   orders.push({ row: n, date })
`,
                tookMs: 95,
              },
              {
                name: 'exec',
                args: { command: 'npm test -- import' },
                output: '14 passed, 0 failed\n',
                tookMs: 8_400,
              },
            ],
          },
          {
            says: 'It skips them now and ends with a list:\n\n```ts\nfor (const { row, date } of skipped) log.warn(`row ${row}: "${date}" was left out`)\n```\n\nThe 14 tests pass.',
          },
        ],
      },
      { kind: 'pause', minutes: 31 },
      {
        kind: 'ask',
        who: 'ann',
        text: 'Run it again for February.',
        answers: [
          {
            fails:
              'The provider refused this: the month’s budget of the key is used up. Raise it there, then try again.',
          },
        ],
      },
      { kind: 'read', who: 'ann' },
    ],
  },
  {
    id: 'welcome',
    opener: 'ann',
    agent: 'main',
    title: 'Translate the welcome page',
    visibility: 'team',
    hoursAgo: 4,
    beats: [
      {
        kind: 'ask',
        who: 'ann',
        text: 'Translate the first line of the welcome page into German and French: “Come in, the loom is warm.”',
        answers: [
          { says: '- „Kommen Sie herein, der Webstuhl ist warm.“\n- « Entrez, le métier est chaud. »' },
        ],
      },
      { kind: 'read', who: 'ann' },
      { kind: 'pause', minutes: 110 },
      {
        kind: 'ask',
        who: 'bob',
        text: 'And into Arabic, please. It goes on the shop window.',
        answers: [
          {
            says: '> تفضّلوا بالدخول، النول دافئ.\n\nSet it right to left, and let someone who reads it look at the window before it is printed.',
          },
        ],
      },
    ],
  },
  {
    id: 'loom-noise',
    opener: 'ann',
    agent: 'main',
    visibility: 'private',
    hoursAgo: 1,
    beats: [
      {
        kind: 'leave',
        who: 'ann',
        texts: ['slow', 'count to 20', 'think about what to weave next'],
      },
    ],
  },
]
