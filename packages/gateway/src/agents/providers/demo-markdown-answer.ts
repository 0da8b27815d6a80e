// The demo model's answer to "show me markdown": small, and one of each.

export const markdownAnswer = `The **demo model** writes *Markdown* like every other model. One of each:

### Words

**Strong**, *stressed*, ~~struck out~~, \`code in a line\`, and a [link](https://commonmark.org/help/).

### Lists

- Warp
- Weft
  - left to right
  - right to left

1. First
2. Second

- [x] done
- [ ] not done

### A table

| thread | metres | price |
|:---|---:|:---:|
| linen | 120 | 4.20 |
| wool | 1,340 | 3.10 |

### Code

\`\`\`python
def weave(warp, weft):
    """Over, under, over."""
    return [thread for pair in zip(warp, weft) for thread in pair]
\`\`\`

\`\`\`diff
- let tension = 'loose'
+ let tension = 'even'
\`\`\`

> A quotation, with a second line
> that belongs to it.
`
