// The demo model's show piece: what it says when it is asked to research three things in parallel. It is honest about
// what it is, and shows what an answer can hold.

export const researchReasoning =
  'Three things are asked for at once. With a real model each would go to a sub-agent of its own, and I would wait for ' +
  'all three. The demo model has nobody to send, so it shows what the result would look like and says so.'

export const researchAnswer = `I am the built-in **demo model**. I looked nothing up: what follows is made up, to show how an answer looks here.

## Three things, side by side

| thing | what was asked | what came back |
|---|---|---|
| **Linen** | how it takes dye | evenly, and best when wet |
| **Wool** | how far it stretches | about a third of its length |
| **Silk** | how fine it spins | 1 gram for 1.5 kilometres |

Each row would come from an agent with a thread of its own, at the same time as the others. You could open any of them, read along and step in.

## What would happen with a real model

1. The agent splits the work and gives each part to a sub-agent.
2. They work in parallel, and their steps stand in the timeline as they happen.
3. The results come back and are told **once**, here, where you asked.

\`\`\`ts
const things = ['linen', 'wool', 'silk']
const found = await Promise.all(things.map((thing) => research(thing)))
report(found)
\`\`\`

Sub-agents are not built yet; sessions, streaming, the queue and everything you see around this text are.

> To get real answers, add a key under **Settings → Models**. Everything you said here stays.

Say *help* to see what else I can show.
`
