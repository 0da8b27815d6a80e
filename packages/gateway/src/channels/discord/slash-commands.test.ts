import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandNames, parseCommand } from '@heddle/contract'
import { type ChosenOption, commandText, describeCommands, subcommandIn, typedIn } from './slash-commands.ts'

interface Described {
  name: string
  description: string
  options?: (Described & { type: number; required?: boolean; autocomplete?: boolean })[]
}

test('[DSC1] every command is offered, within what Discord allows', () => {
  const list = describeCommands() as Described[]
  assert.deepEqual(
    list.map(({ name }) => name),
    commandNames,
  )
  const check = ({ name, description, options = [] }: Described) => {
    assert.match(name, /^[-_a-z0-9]{1,32}$/)
    assert.ok(description.length >= 1 && description.length <= 100, description)
    assert.ok(options.length <= 25)
    const required = options.map((option) => option.required === true)
    // Discord takes no list in which a required option stands behind another.
    assert.deepEqual(
      required,
      required.toSorted((a, b) => Number(b) - Number(a)),
    )
    options.forEach(check)
  }
  list.forEach(check)
})

test('[DSC1] what may be meant is asked for where Heddle can say it', () => {
  const list = describeCommands() as Described[]
  const asks = (options: Described['options'] = []): boolean =>
    options.some((option) => option.autocomplete === true || asks(option.options))
  assert.deepEqual(
    list.filter(({ options }) => asks(options)).map(({ name }) => name),
    ['model', 'subagents', 'focus'],
  )
})

const chosen = (values: Record<string, ChosenOption['value']>): ChosenOption[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }))
const below = (name: string, values: Record<string, ChosenOption['value']> = {}): ChosenOption[] => [
  { name, options: chosen(values) },
]

test('[CMD6] what somebody filled in becomes the text that the one parser takes', () => {
  const cases: [string, ChosenOption[], string][] = [
    ['stop', [], '/stop'],
    ['focus', chosen({ label: 'the sums' }), '/focus the sums'],
    ['focus', chosen({ here: true, label: 'sums' }), '/focus sums --here'],
    ['focus', chosen({ label: 'sums', here: false }), '/focus sums'],
    ['model', [], '/model'],
    ['model', chosen({ name: 'openai/gpt' }), '/model openai/gpt'],
    ['note', chosen({ text: 'look  here' }), '/note look  here'],
    ['compact', chosen({ keep: 'the figures' }), '/compact the figures'],
    ['link', chosen({ code: 'AB12' }), '/link AB12'],
    ['session', below('ttl', { value: '90s' }), '/session ttl 90s'],
    ['session', below('max-age'), '/session max-age'],
    ['subagents', below('list'), '/subagents list'],
    ['subagents', below('log', { tools: true, limit: 5, id: '#2' }), '/subagents log #2 5 tools'],
    ['subagents', below('send', { text: 'go on', id: 'my sums' }), '/subagents send "my sums" go on'],
    ['subagents', below('kill', { id: 'all' }), '/subagents kill all'],
    [
      'subagents',
      below('spawn', { thinking: 'high', task: 'add it up', agent: 'clerk', model: 'm' }),
      '/subagents spawn clerk add it up --model m --thinking high',
    ],
  ]
  for (const [name, options, text] of cases) {
    assert.equal(commandText(name, options), text)
    assert.equal(parseCommand(text).kind, 'command', text)
  }
})

test('[CMD8] a command that is no more, and an option that is none, are no mistake of ours', () => {
  assert.equal(commandText('dance', chosen({ how: 'well' })), '/dance')
  assert.equal(commandText('stop', chosen({ now: true })), '/stop')
  assert.equal(commandText('constructor', []), '/constructor')
  assert.equal(commandText('subagents', below('constructor', { id: '1' })), '/subagents')
})

test('[DSC1] what is being typed is found wherever it stands', () => {
  assert.equal(typedIn([]), '')
  assert.equal(typedIn([{ name: 'label', value: 'su', focused: true }]), 'su')
  const inside = [{ name: 'kill', options: [{ name: 'id', value: 'wo', focused: true }] }]
  assert.equal(typedIn(inside), 'wo')
})

test('[CHN8] which part of a command is meant is known while it is typed', () => {
  assert.equal(subcommandIn('subagents', below('info', { id: '' })), 'info')
  assert.equal(subcommandIn('subagents', below('constructor')), undefined)
  assert.equal(subcommandIn('focus', chosen({ label: 'su' })), undefined)
  assert.equal(subcommandIn('dance', below('info')), undefined)
})
