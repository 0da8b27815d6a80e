// Turns the composer of the page to a sub-agent, or back from it.

import { Button } from '../../../components/button.tsx'
import { strings } from '../../../strings.ts'
import { useTimelineActs } from '../timeline/timeline-acts.ts'

const words = strings.focus

export function TalkButton({ sessionId, name }: { sessionId: string; name: string }) {
  const { mayTalk, talk, talksTo } = useTimelineActs()
  if (!mayTalk || sessionId === '') return null
  return talksTo === sessionId ? (
    <Button look="quiet" aria-label={words.unfocusNamed(name)} onPress={talk.unfocus}>
      {words.unfocus}
    </Button>
  ) : (
    <Button look="quiet" aria-label={words.talkNamed(name)} onPress={() => talk.talkTo(sessionId, name)}>
      {words.talk}
    </Button>
  )
}
