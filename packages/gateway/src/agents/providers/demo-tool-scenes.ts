// What the demo model does with tools: it really calls them, one step after the other, and says at the end what came of
// it. A scene is played from the results that stand after the last message, so that it goes on after a restart too. Pure.

import type { ModelMessage } from '../model.ts'
import { isHeard, playResearch, researchPattern } from './demo-research-scene.ts'

export interface DemoCall {
  name: string
  args: Record<string, unknown>
}

/** One step: what is said, and what is called; without a call it is the last. */
export interface DemoStep {
  text: string
  calls: readonly DemoCall[]
}

interface ToolScene {
  pattern: RegExp
  /** Without these there is nothing to show. */
  needs: readonly string[]
  /** `results` are those of all steps so far, in their order; `heard` is what sub-agents announced meanwhile. */
  step(results: readonly DemoResult[], heard: readonly string[]): DemoStep
}

export type DemoResult = Pick<Extract<ModelMessage, { role: 'tool' }>, 'name' | 'output' | 'isError'>

const greeting = `# Greetings

- Hello from the demo model.
- This file was written by a tool.
`

const scenes: readonly ToolScene[] = [
  { pattern: researchPattern, needs: ['sessions_spawn', 'subagents'], step: playResearch },
  {
    pattern:
      /^(?:please )?(?:use|show|try|demonstrate)(?: me| us)?(?: some| your| the)? (?:tools?|files?)\b/i,
    needs: ['write', 'edit', 'read'],
    step: playFiles,
  },
  {
    pattern:
      /^(?:please )?(?:(?:send|give|hand|attach|bring)(?: me| us| it)?(?: over)?(?: a| an| the| some)? (?:files?|attachments?|pictures?|charts?))\b/i,
    needs: ['write', 'attach'],
    step: playAttached,
  },
  {
    pattern: /^(?:please )?(?:run|execute|exec)(?: a| the| some)? (?:commands?|programs?)\b/i,
    needs: ['exec'],
    step: playCommand,
  },
  {
    pattern:
      /^(?:please )?(?:ask (?:me |us )?(?:before|first|for (?:an )?(?:approval|permission))|(?:show|need)s?(?: me| us)?(?: an)? approvals?)\b/i,
    needs: ['exec'],
    step: playApproval,
  },
]

/** Undefined when the message asks for no tools. */
export function chooseToolStep(
  text: string,
  after: readonly ModelMessage[],
  tools: ReadonlySet<string>,
): DemoStep | undefined {
  const scene = scenes.find(({ pattern }) => pattern.test(text))
  if (!scene) return undefined
  const missing = scene.needs.filter((name) => !tools.has(name))
  if (missing.length > 0) return { text: tellMissing(missing), calls: [] }
  const heard = after.filter(isHeard).map((message) => (message.role === 'user' ? message.text : ''))
  return scene.step(
    after.filter((message) => message.role === 'tool'),
    heard,
  )
}

function playFiles(results: readonly DemoResult[]): DemoStep {
  const path = 'demo/greetings.md'
  switch (results.length) {
    case 0:
      return {
        text: 'I write a file in my workspace, change it, and look at it again.',
        calls: [{ name: 'write', args: { path, content: greeting } }],
      }
    case 1:
      return {
        text: '',
        calls: [
          {
            name: 'edit',
            args: { path, edits: [{ oldText: 'Hello from', newText: 'Warm greetings from' }] },
          },
        ],
      }
    case 2:
      return { text: '', calls: [{ name: 'read', args: { path } }] }
    default:
      return { text: tellFiles(path, results), calls: [] }
  }
}

function tellFiles(path: string, results: readonly DemoResult[]): string {
  const failed = results.find(({ isError }) => isError)
  if (failed) return `That did not work: \`${failed.name}\` said:\n\n${quote(failed.output)}`
  return [
    `Done: \`${path}\` is written, changed and read. Open the rows above to see what each tool was asked and what it answered; the change is shown as a diff.`,
    'What a tool may touch ends at the workspace of its agent.',
  ].join('\n\n')
}

const paths = { notes: 'demo/warp.csv', picture: 'demo/warp.svg' }

/** The figures, and the same as a picture. */
const threads = [4, 7, 9, 6, 3]
const figures = ['thread,tension', ...threads.map((tension, i) => `${i + 1},${tension}`), ''].join('\n')
const drawing = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="100">',
  ...threads.map(
    (tension, i) =>
      `  <rect x="${i * 30 + 10}" y="${95 - tension * 10}" width="20" height="${tension * 10}" fill="#2f6f5e"/>`,
  ),
  '</svg>',
  '',
].join('\n')

function playAttached(results: readonly DemoResult[]): DemoStep {
  const failed = results.find(({ isError }) => isError)
  if (failed)
    return { text: `That did not work: \`${failed.name}\` said:\n\n${quote(failed.output)}`, calls: [] }
  if (results.length === 0) {
    return {
      text: 'I write two files in my workspace, and attach them to my answer.',
      calls: [
        { name: 'write', args: { path: paths.notes, content: figures } },
        { name: 'write', args: { path: paths.picture, content: drawing } },
      ],
    }
  }
  const isAttached = results.some(({ name }) => name === 'attach')
  if (!isAttached) {
    return { text: '', calls: [{ name: 'attach', args: { attachments: [paths.notes, paths.picture] } }] }
  }
  return {
    text: [
      'Here they are: the tension of five threads as figures, and the same drawn.',
      'They were copied when I attached them; what becomes of my workspace changes nothing about them. On Discord they would be part of this message.',
    ].join('\n\n'),
    calls: [],
  }
}

function playCommand(results: readonly DemoResult[]): DemoStep {
  const [result] = results
  if (!result) {
    return { text: 'I run a command.', calls: [{ name: 'exec', args: { argv: ['uname', '-a'] } }] }
  }
  const said = result.isError ? 'The command did not run as it should:' : 'The command said:'
  return { text: `${said}\n\n${quote(result.output)}`, calls: [] }
}

function playApproval(results: readonly DemoResult[]): DemoStep {
  const [result] = results
  if (!result) {
    return {
      text: 'For this I need somebody’s word: the command asks for the network.',
      calls: [{ name: 'exec', args: { argv: ['date'], network: true } }],
    }
  }
  if (result.isError)
    return { text: `I did not do it. This is what I was told:\n\n${quote(result.output)}`, calls: [] }
  const told = 'Thank you. You allowed exactly this call, and who did stands on the card. It said:'
  return { text: `${told}\n\n${quote(result.output)}`, calls: [] }
}

function tellMissing(missing: readonly string[]): string {
  const names = missing.map((name) => `\`${name}\``).join(' and ')
  return `I would use ${names} for that, but this agent does not have ${missing.length === 1 ? 'it' : 'them'} here. **Settings → Tools** says why.`
}

/** Longer than any row of backticks in it. */
function quote(output: string): string {
  const longest = Math.max(2, ...Array.from(output.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${output.trim().slice(0, 2_000)}\n${fence}`
}
