// All fixtures, in the order in which the gallery shows them.

import type { Fixture } from './fixture.ts'
import { accountFixtures } from './fixtures/account-fixtures.tsx'
import { fieldFixtures } from './fixtures/field-fixtures.tsx'
import { memberFixtures } from './fixtures/member-fixtures.tsx'
import { partFixtures } from './fixtures/part-fixtures.tsx'
import { sessionFixtures } from './fixtures/session-fixtures.tsx'
import { settingsFixtures } from './fixtures/settings-fixtures.tsx'
import { shellFixtures } from './fixtures/shell-fixtures.tsx'

export const fixtures: readonly Fixture[] = [
  ...partFixtures,
  ...fieldFixtures,
  ...shellFixtures,
  ...accountFixtures,
  ...memberFixtures,
  ...sessionFixtures,
  ...settingsFixtures,
]
