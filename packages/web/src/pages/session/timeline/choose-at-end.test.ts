import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseAtEnd, type Scrolled } from './choose-at-end.ts'

const atEnd: Scrolled = {
  wasAtEnd: true,
  isPulling: false,
  goneUpPx: 0,
  belowPx: 0,
  hasOtherHeight: false,
  isHigherUp: true,
}
const away: Scrolled = { ...atEnd, wasAtEnd: false, belowPx: 300 }

test('[UIS1] whoever pulls leaves the end with the first pixels, also while it grows', () => {
  assert.equal(chooseAtEnd({ ...atEnd, isPulling: true, goneUpPx: 3, belowPx: 3 }), false)
  assert.equal(
    chooseAtEnd({ ...atEnd, isPulling: true, goneUpPx: 3, belowPx: 90, hasOtherHeight: true }),
    false,
  )
})

test('[UIS1] who pulls at something that does not move stays at the end, however much it grows', () => {
  assert.equal(chooseAtEnd({ ...atEnd, isPulling: true, belowPx: 400, hasOtherHeight: true }), true)
  assert.equal(chooseAtEnd({ ...atEnd, isPulling: true, goneUpPx: 0.5, belowPx: 24 }), true)
})

test('[UIS1] a list that corrects its heights moves nobody away from the end', () => {
  assert.equal(chooseAtEnd({ ...atEnd, goneUpPx: 200, belowPx: 200, hasOtherHeight: true }), true)
  assert.equal(chooseAtEnd({ ...atEnd, goneUpPx: 200, belowPx: 200, isHigherUp: false }), true)
  assert.equal(chooseAtEnd({ ...atEnd, goneUpPx: -40, belowPx: 60, hasOtherHeight: true }), true)
})

test('[UIS1] what goes far up without a sign, and without another height, leaves the end', () => {
  assert.equal(chooseAtEnd({ ...atEnd, goneUpPx: 200, belowPx: 200 }), false)
  assert.equal(chooseAtEnd({ ...atEnd, goneUpPx: 20, belowPx: 20 }), true)
})

test('[UIS1] who is away is kept at the end again once they come down to it, and not by being near', () => {
  assert.equal(chooseAtEnd({ ...away, goneUpPx: -100 }), false)
  assert.equal(chooseAtEnd({ ...away, goneUpPx: -10, belowPx: 20 }), true)
  assert.equal(chooseAtEnd({ ...away, goneUpPx: 10, belowPx: 20 }), false)
  assert.equal(chooseAtEnd({ ...away, goneUpPx: 0, belowPx: 20 }), false)
  assert.equal(chooseAtEnd({ ...away, isPulling: true, belowPx: 0 }), true)
})
