// The words of discussions: the panel, its replies, and handing one to the agent. A part of the catalogue in strings.ts
// that comes when the page rests.

import { quote } from './quote.ts'

export const discussionStrings = {
  title: 'Discussion',
  region: 'Discussion',
  close: 'Close the discussion',
  loading: 'Reading the discussion',
  notThere: 'This discussion is no longer there, or you may not see it.',
  replyNotThere: 'The reply that the link leads to is no longer there.',
  anchor: {
    label: 'What this is about',
    jump: 'Jump to it',
    load: 'Load it',
    deferred: 'Not among what is loaded here',
    orphaned: 'What this was about was redacted. What was said about it stays.',
    nothing: 'No words of its own',
    what: {
      'message.user': 'said',
      'message.agent': 'answered',
      reasoning: 'thoughts',
      'tool.call': 'tool',
      'tool.result': 'tool',
      'turn.started': 'turn',
      'turn.finished': 'turn',
      'turn.failed': 'turn failed',
      'subagent.spawned': 'sub-agent',
      'subagent.finished': 'sub-agent',
      'approval.asked': 'approval',
      'approval.decided': 'approval',
      compaction: 'earlier turns in fewer words',
      notice: 'notice',
    } as Partial<Record<string, string>>,
  },
  resolve: 'Resolve',
  reopen: 'Reopen',
  resolvedBy: (name: string) => `Resolved by ${name}`,
  resolved: 'The discussion was resolved.',
  reopened: 'The discussion is open again.',
  list: 'Replies',
  empty: 'Nobody has said anything about this yet.',
  emptyHint: 'The agent does not hear what is said here, unless it is handed to it.',
  firstNew: 'New',
  older: 'Show earlier replies',
  reply: {
    name: (who: string, when: string) => `${who}, ${when}`,
    edited: 'edited',
    handedEarlier:
      'An agent was given this reply as it was before the edit. It has not been told of the change.',
    deleted: 'This reply was deleted.',
    you: 'you',
    acts: (who: string) => `What to do with the reply of ${who}`,
    link: 'Copy link',
    linkCopied: 'The link was copied.',
    notCopied: 'It could not be copied. Your browser does not allow it here.',
    edit: 'Edit',
    remove: 'Delete',
  },
  editing: {
    label: 'Your reply',
    save: 'Save',
    cancel: 'Cancel',
    close: 'Close',
    done: 'Your reply was changed.',
    keys: 'Enter saves, Esc cancels',
    missing: 'A reply has words. Delete it instead.',
  },
  removing: {
    title: 'Delete this reply?',
    text: 'Its words are gone for everyone, for good; that there was one stays visible.',
    quoted: (text: string) => `“${quote(text)}”`,
    submit: 'Delete',
    done: 'The reply was deleted.',
  },
  field: {
    label: 'Reply',
    placeholder: 'Reply, @ to mention somebody',
    send: 'Reply',
    keys: 'Enter sends',
    touch: 'The button sends',
    near: (left: string) => `${left} characters left`,
    over: (count: string) => `${count} characters too many`,
  },
  called: {
    /** Said once a reply has mentioned agents. */
    hears: (name: string) => `${name} hears it.`,
    refused: (name: string, why: string) => `${name} does not hear it: ${why}`,
  },
  hand: {
    title: (agent: string) => `Hand this to ${agent}`,
    about: (replies: number) =>
      replies === 0
        ? 'It hears the moment that this is about.'
        : replies === 1
          ? 'It hears the moment that this is about, and the reply.'
          : `It hears the moment that this is about, and the ${replies} replies.`,
    note: 'What should it do',
    submit: (agent: string) => `Hand to ${agent}`,
    cancel: 'Cancel',
    done: (agent: string) => `${agent} has it now.`,
    show: 'Show it in the timeline',
    tooLong: (count: string) => `${count} characters too many`,
  },
  readOnly: 'You are a viewer here: you read along.',
}
