import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { z } from 'zod'
import type { ToolPlace, ToolRun } from '../tools.ts'
import { defineTool } from './define-tool.ts'

const place: ToolPlace = { sessionId: 'ses_1', agentId: 'main', turnId: 'trn_1', workspace: null }
const around: ToolRun = {
  signal: new AbortController().signal,
  isApproved: false,
  onProgress: () => undefined,
  callEventId: 'evt_1',
  calledAt: 0,
}

const echo = defineTool({
  name: 'echo',
  description: 'Says it again.',
  group: 'test',
  policy: 'allow',
  isIdempotent: true,
  carriesOut: false,
  isUntrusted: false,
  input: z.strictObject({
    text: z.string().min(1).max(100_000).describe('What to say.'),
    times: z.int().min(1).max(3).default(1),
    tone: z.enum(['loud', 'soft']).optional(),
    parts: z.array(z.strictObject({ oldText: z.string() })).optional(),
  }),
  scopeOf: ({ times }) => ({ key: `echo:${times}`, label: `echo ${times} times` }),
  run: async ({ text, times }) => ({ output: text.repeat(times), isError: false }),
})

test('[AGT5] a tool is described by the shape of its input, as a model sends it', () => {
  assert.deepEqual(Object.keys(echo.parameters), ['type', 'properties', 'required', 'additionalProperties'])
  assert.deepEqual(echo.parameters['required'], ['text'])
  assert.equal(echo.parameters, echo.parameters, 'worked out once')
})

test('[AGT5] arguments that fit run with their defaults', async () => {
  assert.equal(echo.complainOf({ text: 'a' }), undefined)
  assert.deepEqual(await echo.run({ text: 'a', times: 2 }, place, around), { output: 'aa', isError: false })
  assert.deepEqual(echo.scopeOf?.({ text: 'a' }), { key: 'echo:1', label: 'echo 1 times' })
  assert.equal(echo.mustAsk, undefined)
})

test('[AGT5] what is wrong with arguments is one sentence that names the field', () => {
  const cases: [Record<string, unknown>, string][] = [
    [{}, '"text" is missing.'],
    [{ text: 1 }, '"text" must be a string.'],
    [{ text: '' }, '"text" may not be empty.'],
    [{ text: 'a', times: 1.5 }, '"times" must be a whole number.'],
    [{ text: 'a', times: 9 }, '"times" must be at most 3.'],
    [{ text: 'a', tone: 'shrill' }, '"tone" must be one of "loud", "soft".'],
    [{ texts: 'a' }, 'There is no field "texts"; did you mean "text"?'],
    [{ text: 'a', colour: 1 }, 'There is no field "colour"; there are "text", "times", "tone" and "parts".'],
    [
      { text: 'a', parts: [{ oldTxt: 'b' }] },
      'There is no field "oldTxt" in "parts[0]"; did you mean "oldText"?',
    ],
    [{ text: 'a', parts: [{ oldText: 'b' }, {}] }, '"parts[1].oldText" is missing.'],
  ]
  for (const [args, complaint] of cases) assert.equal(echo.complainOf(args), complaint)
})

test('[AGT5] [I45] control bytes are shown, not sent, and a long output loses its middle', async () => {
  const output = async (text: string) => (await echo.run({ text }, place, around)).output
  assert.equal(await output('a\r\nb\tc\x1b[31m\0\x9b\x7f\rd'), 'a\nb\tc\\x1b[31m\\x00\\x9b\\x7f\\rd')
  assert.equal(await output('half \ud800'), 'half \ufffd')
  const long = await output(`begin${'é'.repeat(60_000)}end`)
  assert.ok(Buffer.byteLength(long) <= limits.toolOutputBytesMax)
  assert.match(long, /^begin(é+)\n\[… \d+ bytes left out …\]\n(é+)end$/)
})
