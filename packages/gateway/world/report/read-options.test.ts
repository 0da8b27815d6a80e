import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WrongOption } from './read-options.ts'
import { readSimulateOptions } from './simulate-options.ts'

const wrong = {
  '--seedss 5': /no option --seedss\. Did you mean --seeds\?/,
  '--seeds x': /--seeds is "x"; it must be a whole number/,
  '--seeds 0': /whole number of at least 1/,
  '--seeds': /--seeds needs a value/,
  '--faults kil': /no "kil"\. Did you mean "kill"\?/,
  '--plant timers-in-memry': /Did you mean "timers-in-memory"\?/,
  '--plant zzz': /There are: /,
  '--world session': /no "session"\. Did you mean "sessions"\?/,
  '--world sessions --plant timers-in-memory': /is in the world "store"/,
  '5': /"5" is not an option/,
}

for (const [args, message] of Object.entries(wrong)) {
  test(`what cannot be meant is refused, with what is near: ${args}`, () => {
    assert.throws(
      () => readSimulateOptions(args.split(' ')),
      (error) => error instanceof WrongOption && message.test(error.message),
    )
  })
}

test('one seed alone is run once, and only a run of everything must reach every rare state', () => {
  const one = readSimulateOptions(['--seed', '7', '--faults', 'kill, freeze'])
  assert.deepEqual([one.first, one.count, one.faults, one.isFull], [7, 1, ['kill', 'freeze'], false])
  assert.equal(readSimulateOptions(['--seeds', '500']).isFull, true)
  assert.equal(readSimulateOptions(['--seeds', '500', '--steps', '10']).isFull, false)
})

test('without a world all of them run, and a planted mistake brings its own', () => {
  assert.deepEqual(readSimulateOptions([]).worlds, ['store', 'sessions', 'trees', 'places'])
  assert.deepEqual(readSimulateOptions(['--world', 'sessions']).worlds, ['sessions'])
  assert.deepEqual(readSimulateOptions(['--plant', 'timers-in-memory']).worlds, ['store'])
  assert.deepEqual(readSimulateOptions(['--plant', 'wake-lost']).worlds, ['trees'])
})
