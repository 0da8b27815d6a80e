import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNotices, type NoticePermission } from './notices.ts'

function world(permission: NoticePermission | undefined, answer: NoticePermission = 'granted') {
  const kept = new Map<string, string>()
  const shown: string[] = []
  const state = { permission, isSeen: false, asked: 0 }
  const notices = createNotices({
    store: {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
    },
    permission: () => state.permission,
    ask: async () => {
      state.asked += 1
      state.permission = answer
      return answer
    },
    show: ({ id }) => void shown.push(id),
    isSeen: async () => state.isSeen,
    watch: () => () => {},
  })
  const show = async (id: string) => {
    notices.show({ id, title: 't', body: 'b', path: '/p', go: () => {} })
    await Promise.resolve()
    await Promise.resolve()
  }
  return { notices, shown, state, show }
}

test('[UIX3] nothing is shown, and the browser is not asked, before somebody wants it', async () => {
  const { notices, shown, state, show } = world('default')
  assert.equal(notices.state(), 'unasked')
  await show('a')
  assert.deepEqual([shown, state.asked], [[], 0])
  await notices.turnOn()
  assert.equal(notices.state(), 'on')
  await show('b')
  assert.deepEqual(shown, ['b'])
  notices.turnOff()
  await show('c')
  assert.deepEqual([shown, notices.state()], [['b'], 'off'])
})

test('[UIX3] nothing is shown while some tab is in front of somebody', async () => {
  const { notices, shown, state, show } = world('granted')
  await notices.turnOn()
  state.isSeen = true
  await show('a')
  assert.deepEqual(shown, [])
})

test('[UIX3] what the browser refuses or cannot do is said as such', async () => {
  const refusing = world('default', 'denied')
  await refusing.notices.turnOn()
  assert.equal(refusing.notices.state(), 'refused')
  await refusing.show('a')
  assert.deepEqual(refusing.shown, [])
  assert.equal(world(undefined).notices.state(), 'impossible')
})

test('[UIX3] permission that the browser took back is asked for anew, and a permission alone turns nothing on', async () => {
  const taken = world('default')
  await taken.notices.turnOn()
  taken.state.permission = 'default'
  assert.equal(taken.notices.state(), 'unasked')
  assert.equal(world('granted').notices.state(), 'unasked')
})
