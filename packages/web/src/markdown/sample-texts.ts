// Texts that hold every construct next to every other, for tests.

export const sampleTexts: readonly string[] = [
  'One paragraph.\nIts second line.\n\nAnother one, with *emphasis*, **strong**, ~~struck~~ and `code`.',
  '# One\n\ntext\n\n### Three\n\n## Two\ntext right below\n\nSetext\n======\n\nOther\n---\n',
  '- one\n- two\n  - nested\n\n    loose paragraph\n- three\n\nafter\n\n1. a\n\n2. b\n\n10) other list\n',
  '- [ ] to do\n- [x] done\n- [X]also not\n- [ ] **strong** task\n\n* * *\n\n+ plus\n',
  '> quote\nlazy line\n>\n> - list in it\n>   more\n\n> > deeper\n\nout',
  '```ts\nconst a = 1\n\nconst b = 2\n```\nafter\n\n~~~\ntilde\n\n```\nstill\n~~~\n',
  '    indented\n\n    code\n\nno code\n\n- item\n\n      code in item\n\n\ttab code\n',
  '| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 |\n\npara | graph\n--|--\nx | y\nend without bar\n',
  'See [link](https://example.com "title"), <https://example.com>, https://bare.example/x?y=1, not main.rs.\n',
  'Use [a] and [b][B] and [c].\n\n[a]: /sessions/ses_1\n[B]: https://b.example\n  "with\n\ntitle"\n\n[c]: <https://c.example>\n',
  '![alt *text*](/api/v1/files/fil_1)\n\n![foreign](https://x.example/a.png)\n\nHTML <b>stays</b> text &amp; entities\n\n<div>\n\nblock\n\n</div>\n',
  'Hard  \nbreak\\\nsoft\n***bold italic*** **a*b*c** _x_y_ __z__\n\n***\n___\n- - -\n',
  '1. one\n   ```\n   fence in list\n   ```\n2. two\n\n   | t | u |\n   |---|---|\n   | 1 | 2 |\n\n3. three\n',
  'Ends in the middle of a fence:\n\n```py\nprint(1)\n\n',
  'שלום עולם\n\n- ערך\n\n> ציטוט\n',
  'a\r\n\r\nb\rc\r\n\r\n- d\r\n- e',
]
