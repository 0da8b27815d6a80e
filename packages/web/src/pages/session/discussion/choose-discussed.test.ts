import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson } from '@heddle/contract'
import type { Board, KnownThread } from '../../../discussions/choose-board.ts'
import { event, said, talk, toolbox } from '../../../gallery/sample-sessions.ts'
import { thread } from '../../../gallery/sample-discussions.ts'
import { chooseItems } from '../timeline/choose-items.ts'
import { threadsOf } from './choose-discussed.ts'
import { chooseExcerpt } from './choose-excerpt.ts'

const none: ReadonlySet<string> = new Set()

function itemsOf(rows: readonly EventJson[]) {
  return chooseItems({
    rows,
    waiting: none,
    isBeginning: true,
    openTurns: none,
    openRuns: none,
    unread: undefined,
    meId: '',
    dayOf: () => '',
  })
}

function boardOf(...places: number[]): Board {
  return new Map(
    places.map((place): [string, KnownThread] => {
      const one = thread({}, place)
      return [one.anchorEventId, { ...one, unread: 0 }]
    }),
  )
}

const found = (rows: readonly EventJson[], ...places: number[]) =>
  itemsOf(rows).map((item) => threadsOf(boardOf(...places), item).map(({ anchorPlace }) => anchorPlace))

test('[UID1] a discussion belongs to the row in which its moment is drawn, also inside of a fold', () => {
  // A prompt, the folded work, the answer, and two messages.
  assert.deepEqual(found(talk, 1, 5, 9, 12), [[1], [5], [9], [], [12]])
  // About a tool's result and about the turn that it belongs to.
  assert.deepEqual(found(toolbox, 4, 2), [[], [2, 4], []])
  assert.deepEqual(found(talk), [[], [], [], [], []])
})

test('[UID4] what a moment says stands on one line, without the marks of Markdown', () => {
  assert.equal(chooseExcerpt(said(1, 'A **bold** word\n\nand more')), 'A bold word and more')
  const call = event(2, 'tool.call', {
    callId: 'c',
    name: 'exec',
    arguments: '{"command":"npm test -- *_x_*"}',
  })
  assert.equal(chooseExcerpt(call), 'exec npm test -- *_x_*')
  assert.equal(chooseExcerpt(event(3, 'turn.finished', {})), '')
  const long = chooseExcerpt(event(4, 'tool.result', { name: 'read', output: 'x'.repeat(900) }))
  assert.equal(long.length, 280)
})
