import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseEnvironment } from './choose-environment.ts'

const secrets = {
  HEDDLE_SECRET_KEY: 'k',
  HEDDLE_DATA: '/data',
  OPENAI_API_KEY: 'sk',
  AWS_SECRET_ACCESS_KEY: 'a',
  PATH: '/evil',
  LD_PRELOAD: '/evil.so',
  NODE_OPTIONS: '--require /evil.js',
}

test('[R18] a command sees a few fixed variables of ours and nothing else', () => {
  assert.deepEqual(chooseEnvironment({ own: secrets, named: [], home: '/home/x' }), {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/home/x',
    LANG: 'C.UTF-8',
    TERM: 'dumb',
  })
})

test('[R18] what the configuration names is seen, but never the secret key', () => {
  const named = ['OPENAI_API_KEY', 'HEDDLE_SECRET_KEY', 'NOT_THERE', 'PATH']
  const seen = chooseEnvironment({ own: { ...secrets, TZ: 'Asia/Tokyo' }, named, home: '/' })
  assert.equal(seen['OPENAI_API_KEY'], 'sk')
  assert.equal(seen['PATH'], '/evil')
  assert.equal(seen['TZ'], 'Asia/Tokyo')
  assert.equal('HEDDLE_SECRET_KEY' in seen, false)
  assert.equal('NOT_THERE' in seen, false)
})
