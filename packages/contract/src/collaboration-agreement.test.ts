import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collaborationRoutes, findDisagreements, findUnsaid, toldShapes } from './collaboration-agreement.ts'

const mark = { threadId: 'thr_1', sessionId: 'ses_1', seq: 4, unread: 0 }

test('[THR2] [NTF4] what fits says nothing; a field that is missing, of another kind or unheard of is named with its place', () => {
  const answers = (body: unknown) => ({ answers: [{ route: 'markThreadRead', body } as const], told: [] })
  assert.deepEqual(findDisagreements(answers(mark)), [])
  assert.match(findDisagreements(answers({ ...mark, seq: '4' })).join(), /^markThreadRead: seq /)
  assert.match(findDisagreements(answers({ ...mark, unread: undefined })).join(), /^markThreadRead: unread /)
  assert.deepEqual(findDisagreements(answers({ ...mark, reactions: [] })), [
    'markThreadRead: nobody has heard of reactions',
  ])
  const told = [{ kind: 'notification.changed', payload: { unread: 1, colour: 'red' } }]
  assert.deepEqual(findDisagreements({ answers: [], told }), [
    'notification.changed: nobody has heard of colour',
  ])
})

test('[THR2] [NTF4] what was not said at all is named, so that nobody agrees about nothing', () => {
  const all = [...collaborationRoutes, ...Object.keys(toldShapes)]
  assert.deepEqual(findUnsaid({ answers: [], told: [] }), all)
  const some = { answers: [{ route: 'markThreadRead', body: mark } as const], told: [] }
  assert.equal(findUnsaid(some).length, all.length - 1)
})
