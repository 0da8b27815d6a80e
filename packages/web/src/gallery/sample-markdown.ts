// Texts for the fixtures of Markdown.

export const everything = `# What I changed

The gateway *kept* its **own** copy of ~~everything~~ the list; now \`readList()\` asks the store.
This is a second line of the same paragraph. See https://example.com/a/long/path?with=a&query=string, the
[documentation](https://example.com/docs "Title") or [the session](/sessions/ses_1).

## Steps

1. Read the log
2. Find the *cause*
   - with a nested item
   - and [a link](https://example.com)
3. Write the test

- [x] Look at it
- [ ] Decide, with **Bob**
- [ ] Tell the others

### A table

| Name | Rows | Share | About |
|:-----|-----:|:-----:|-------|
| people | 12 | 1 % | everyone with an account |
| sessions | 1,204 | 62 % | \`sessions\` and their **logs** |
| work | 88 | 5 % | |

> A quote, with a second paragraph.
>
> - and a list
>
> > and a quote within

\`\`\`ts
// Adds two numbers.
export function add(a: number, b: number): number {
  const sum = a + b
  if (sum > 100) throw new RangeError(\`\${sum} is too much\`)
  return sum
}
\`\`\`

---

![a chart](https://example.com/chart.png) is an image from elsewhere.

    indented code
`

export const rightToLeftText = `## כותרת ראשית

שלום, זו פסקה עם *הדגשה*, \`code()\` ו־[קישור](https://example.com).

- פריט ראשון
- פריט שני
  - פריט פנימי

1. ראשון
2. שני

> ציטוט קצר

| שם | מספר |
|---|---|
| אחד | 1 |

This one is left to right again.

مرحبا بالعالم
`

const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(4)

export const longWords = `# ${word}

${word} and \`${word}\`

- ${word}

> ${word}

| ${word} | b | c | d | e | f | g | h |
|---|---|---|---|---|---|---|---|
| 1 | ${word} | a cell with many words that should wrap at some point | 4 | 5 | 6 | 7 | 8 |

https://example.com/${word}
`

export const longListing = Array.from(
  { length: 310 },
  (_, line) => `export const value${line + 1} = compute(${line + 1}, 'name ${line + 1}') // line ${line + 1}`,
).join('\n')

export const languageSamples: Record<string, string> = {
  py: '@cached\ndef total(rows: list[int]) -> int:\n    """Adds all."""\n    return sum(r for r in rows if r > 0)  # only positive',
  sh: 'set -euo pipefail\nfor f in *.log; do\n  grep -c "error" "$f" || echo "none in ${f%.log}"\ndone',
  json: '{ "name": "heddle", "port": 7420, "open": true, "tags": ["a", null] }',
  html: '<!-- a form -->\n<form action="/join" method="post">\n  <input name="handle" required>\n</form>',
  rust: 'fn main() -> Result<(), Error> {\n    let n: u64 = 42; // answer\n    println!("{n}");\n    Ok(())\n}',
  sql: "SELECT p.name, count(*) AS n\nFROM people p JOIN sessions s ON s.owner = p.id\nWHERE p.state = 'active' -- not removed\nGROUP BY p.id;",
  yaml: '# compose\nservices:\n  heddle:\n    image: "heddle:1"\n    ports: [7420]\n    restart: true',
  md: '# Title\n\nSome *words* and `code`, a [link](https://example.com).\n\n- item',
}

export const gitDiff = `diff --git a/src/read-list.ts b/src/read-list.ts
index 1111111..2222222 100644
--- a/src/read-list.ts
+++ b/src/read-list.ts
@@ -1,5 +1,6 @@ export function readList
 import { store } from './store.ts'
 
-const kept = new Map()
+// The store is quick enough; a copy was only ever stale.
+const limit = 100
 
 export function readList() {
@@ -23,3 +24,3 @@ function order(rows) {
   if (rows.length === 0) return []
-  return rows.sort((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base', numeric: true }))
+  return rows.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base', numeric: true }))
 }
\\ No newline at end of file
diff --git a/docs/old-name.md b/docs/new-name.md
similarity index 100%
rename from docs/old-name.md
rename to docs/new-name.md
diff --git a/src/new.ts b/src/new.ts
new file mode 100644
--- /dev/null
+++ b/src/new.ts
@@ -0,0 +1,60 @@
${Array.from({ length: 60 }, (_, line) => `+export const line${line + 1} = ${line + 1}`).join('\n')}
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-bye
`

export const brokenDiff = '- the old line\n+ the new line\n  a line that stays\n'
