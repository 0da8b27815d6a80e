import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expandMentions } from '@heddle/contract/mentions'
import { memberCalled } from '../../test-support/open-test-deliveries.ts'
import { openTestStore } from '../../test-support/open-test-store.ts'
import type { MessageRenderer } from './ports.ts'
import { renderParts } from './render-parts.ts'

/** As every channel does it: mentions written out by the one function, and nothing else. */
const renderer: MessageRenderer = {
  render({ markdown, isMember, accountOf }) {
    const mentions: string[] = []
    const text = expandMentions(markdown, isMember, (handle, written) => {
      const account = accountOf(handle)
      if (account === undefined) return written
      mentions.push(account)
      return `<@${account}>`
    })
    return [{ text, mentions }]
  },
}

interface Here {
  /** By handle: the account there, if they have one. */
  people: Record<string, string | undefined>
  /** By a handle that somebody had: the present one. */
  former?: Record<string, string>
  removed?: readonly string[]
  agents?: readonly string[]
}

async function render(text: string, { people, former = {}, removed = [], agents = [] }: Here) {
  await using h = openTestStore()
  const asked: number[] = []
  const deps: Parameters<typeof renderParts>[0] = {
    people: {
      findByHandles: async (_, handles) => {
        asked.push(handles.length)
        const known = handles.filter((handle) => (former[handle] ?? handle) in people)
        return new Map([
          ...known.map((handle) => [handle, memberCalled(former[handle] ?? handle)] as const),
          ...removed.map(
            (handle) => [handle, { ...memberCalled(handle), state: 'removed' as const }] as const,
          ),
        ])
      },
      accountsOf: async (_, __, handles) =>
        new Map(handles.flatMap((handle) => (people[handle] ? [[handle, people[handle]] as const] : []))),
    },
    files: { find: async () => undefined },
    isAgent: (handle) => agents.includes(handle),
  }
  const place = { channel: 'chat', accountId: 'bot', conversationId: 'c1', kind: 'channel' } as const
  const [part] = await h.store.read((r) => renderParts(deps, r, renderer, place, { text }))
  return { text: part?.text, mentions: part?.mentions, asked }
}

test('[MEN1] [M7] a member without an account is still the one who is meant, and nobody else is called', async () => {
  const people = { 王: '7', 王芳: undefined }
  for (const text of ['@王芳你好', '@王芳']) {
    const rendered = await render(text, { people })
    assert.deepEqual([rendered.text, rendered.mentions], [text, []])
  }
  assert.equal((await render('@王你好', { people })).text, '<@7>你好')
  assert.equal((await render('@王芳你好', { people: { 王: '7', 王芳: '8' } })).text, '<@8>你好')
})

test('[MEN1] an agent is meant before a member whose handle is only the beginning of theirs', async () => {
  const people = { 王: '7' }
  assert.equal((await render('@王芳你好', { people, agents: ['王芳'] })).text, '@王芳你好')
  // As where people are named: a handle that was a person's never comes to mean an agent.
  const gone = { people, agents: ['王芳'], removed: ['王芳'] }
  assert.equal((await render('@王芳你好', gone)).text, '<@7>芳你好')
})

test('[MEN1] an escaped sign is a part of the handle: another one is not called', async () => {
  assert.equal((await render('@kim\\_x', { people: { kim: '1' } })).text, '@kim\\_x')
  assert.equal((await render('@kim\\_x', { people: { kim: '1', kim_x: '2' } })).text, '<@2>')
})

test('[MEN1] handles are the same in any case and Unicode form, and look-alikes are not', async () => {
  const people = { zoë: '1', kat: '2' }
  assert.equal((await render('@ZOE\u0308, @Zoë and @кat', { people })).text, '<@1>, <@1> and @кat')
})

test('[MEN1] a handle that somebody had calls them', async () => {
  const here = { people: { kimberly: '1' }, former: { kim: 'kimberly' } }
  assert.equal((await render('@kim and @kimberly', here)).text, '<@1> and <@1>')
})

test('[MEN2] in code, quotes and links nobody is called', async () => {
  const text = '`@kim` [@kim](x) \\@kim\n\n> @kim\n\n- ```\n  @kim\n  ```\n\n> ```\n> @kim\n> ```'
  const rendered = await render(text, { people: { kim: '1' } })
  assert.deepEqual([rendered.text, rendered.mentions, rendered.asked], [text, [], []])
})

test('[MEN1] [OPS6] sixty mentions call sixty, and of a text full of signs a bounded number is looked up, nobody wrongly', async () => {
  const names = Array.from({ length: 60 }, (_, i) => `kim${i}`)
  const sixty = await render(names.map((name) => `@${name}`).join(' '), {
    people: Object.fromEntries(names.map((name) => [name, `id-${name}`])),
  })
  assert.equal(sixty.mentions?.length, 60)
  const many = `@王 ${Array.from({ length: 600 }, (_, i) => `@a${i}`).join(' ')} @王芳你好`
  const rendered = await render(many, { people: { 王: '7', 王芳: undefined } })
  assert.ok(rendered.asked.every((count) => count <= 500))
  assert.match(rendered.text ?? '', /^<@7> @a0 .* @王芳你好$/)
})
