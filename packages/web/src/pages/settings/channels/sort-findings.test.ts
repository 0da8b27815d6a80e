import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelFindingJson } from '@heddle/contract'
import { sortFindings } from './sort-findings.ts'

const finding = (state: ChannelFindingJson['state'], about: string) => ({
  state,
  about,
  text: '',
  remedy: null,
})

test('[CHN5] what does not work is read before what could be better, and what is good apart', () => {
  const found = sortFindings([
    finding('good', 'token'),
    finding('weak', 'a'),
    finding('bad', 'b'),
    finding('weak', 'c'),
    finding('bad', 'd'),
  ])
  assert.deepEqual([found.bad, found.weak], [2, 2])
  assert.deepEqual(
    found.problems.map(({ about }) => about),
    ['b', 'd', 'a', 'c'],
  )
  assert.deepEqual(
    found.good.map(({ about }) => about),
    ['token'],
  )
})

test('[CHN5] nothing found is nothing wrong', () => {
  assert.deepEqual(sortFindings([]), { bad: 0, weak: 0, problems: [], good: [] })
})
