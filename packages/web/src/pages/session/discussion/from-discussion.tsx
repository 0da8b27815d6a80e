// At a message that was handed to the agent, and at its answer: the way to the discussion that it comes from.

import { Button } from '../../../components/button.tsx'
import { strings } from '../../../strings.ts'
import { useDiscussions } from './use-discussions.ts'

export function FromDiscussion({ threadId }: { threadId: string }) {
  const discussions = useDiscussions()
  if (threadId === '' || discussions === null) return null
  return (
    <Button look="quiet" onPress={() => discussions.openThread(threadId)}>
      {strings.session.timeline.discussion.from}
    </Button>
  )
}
