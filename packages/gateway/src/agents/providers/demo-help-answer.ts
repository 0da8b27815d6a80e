// What the demo model can show, as it lists it itself, and the way to a real one. demo-model.test.ts plays every line of it.

export const realAnswers =
  'For real answers, add a key under **Settings → Models**, or name a provider under `models.providers` in `heddle.json5`. The guide *Models* shows how.'

export const helpAnswer = `I am the built-in **demo model**: offline, free, and always the same. I know nothing, but I can show how Heddle works.

| say | and see |
|---|---|
| *show me tools* | a file written, changed and read, with a diff |
| *send me a file* | a file that goes with the answer, to be saved |
| *run a command* | a program in the sandbox |
| *ask me first* | a call that waits for your word |
| *research three things in parallel* | three sub-agents that really run, one of which fails |
| *show me markdown* | one of each that a text can hold |
| *write something long* | a text that streams while you scroll |
| *think first* | thoughts above the answer, to fold away |
| *count to 10* | time to write the next message: it waits in the queue |
| *slow* | twenty seconds of work, to steer or to stop |
| *ask me something* | a question back |
| *repeat good morning* | your own words |
| *fail* | a turn that fails, to try again |
| *fail with rate limit* | why it failed: also *overload*, *context*, *network*, *key* or *garbage* |

${realAnswers}
`
