// The demo model's long answer: one of each that Markdown can show.

export const longDemoAnswer = `# A long answer

The **demo model** wrote this to show how a long answer looks: headings, lists, a table, code and a quotation. Nothing in it is about your question.

## A list

1. Warp the loom.
2. Throw the shuttle:
   - left to right,
   - right to left.
3. Beat the weft.

- [x] A task that is done
- [ ] A task that is not

## A table

| thread | colour | length |
|---|---|---:|
| warp | blue | 120 m |
| weft | ochre | 340 m |
| selvedge | *undyed* | 8 m |

## Some code

\`\`\`ts
export function weave(warp: readonly string[], weft: readonly string[]): string[] {
  return weft.map((thread, row) => warp.map((end, i) => ((row + i) % 2 === 0 ? end : thread)).join(''))
}
\`\`\`

\`\`\`sh
npm run heddle -- config check
\`\`\`

## A quotation

> A heddle lifts every thread by itself, so that a pattern can be made of all of them.

---

${Array.from({ length: 6 }, (_, i) => `Paragraph ${i + 1} goes on for a while, because long answers do. It has a [link](https://heddle.example.org), some \`inline code\`, *emphasis* and **weight**, and it ends where the next one begins.`).join('\n\n')}

That was all.`
