// All fixtures, in the order in which the gallery shows them.

import type { Fixture } from './fixture.ts'
import { accountFixtures } from './fixtures/account-fixtures.tsx'
import { approvalFixtures } from './fixtures/approval-fixtures.tsx'
import { channelFixtures } from './fixtures/channel-fixtures.tsx'
import { composerFixtures } from './fixtures/composer-fixtures.tsx'
import { discussionFixtures } from './fixtures/discussion-fixtures.tsx'
import { fieldFixtures } from './fixtures/field-fixtures.tsx'
import { firstRunFixtures } from './fixtures/first-run-fixtures.tsx'
import { inboxFixtures } from './fixtures/inbox-fixtures.tsx'
import { markdownFixtures } from './fixtures/markdown-fixtures.tsx'
import { listFixtures } from './fixtures/list-fixtures.tsx'
import { memberFixtures } from './fixtures/member-fixtures.tsx'
import { modelsFixtures } from './fixtures/models-fixtures.tsx'
import { partFixtures } from './fixtures/part-fixtures.tsx'
import { placeFixtures } from './fixtures/place-fixtures.tsx'
import { sessionFixtures } from './fixtures/session-fixtures.tsx'
import { settingsFixtures } from './fixtures/settings-fixtures.tsx'
import { shellFixtures } from './fixtures/shell-fixtures.tsx'
import { subagentFixtures } from './fixtures/subagent-fixtures.tsx'
import { toolFixtures } from './fixtures/tool-fixtures.tsx'
import { treeFixtures } from './fixtures/tree-fixtures.tsx'
import { usageFixtures } from './fixtures/usage-fixtures.tsx'

export const fixtures: readonly Fixture[] = [
  ...partFixtures,
  ...fieldFixtures,
  ...shellFixtures,
  ...accountFixtures,
  ...firstRunFixtures,
  ...memberFixtures,
  ...listFixtures,
  ...markdownFixtures,
  ...sessionFixtures,
  ...approvalFixtures,
  ...subagentFixtures,
  ...composerFixtures,
  ...settingsFixtures,
  ...modelsFixtures,
  ...toolFixtures,
  ...channelFixtures,
  ...treeFixtures,
  ...discussionFixtures,
  ...placeFixtures,
  ...inboxFixtures,
  ...usageFixtures,
]
