import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseServerEnvironment } from './choose-server-environment.ts'

test('[R18] a server sees what any program needs and what its entry says, and nothing else of ours', () => {
  const own = {
    PATH: '/bin',
    HOME: '/root',
    HEDDLE_SECRET_KEY: 'k',
    OPENAI_API_KEY: 'k',
    NODE_OPTIONS: '--require x',
    LD_PRELOAD: 'x.so',
    SHELL: '() { :; }',
  }
  assert.deepEqual(chooseServerEnvironment(own, { TOKEN: 't', HOME: '/srv' }, { MARK: 'm' }), {
    PATH: '/bin',
    HOME: '/srv',
    TOKEN: 't',
    MARK: 'm',
  })
})
