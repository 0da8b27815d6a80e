// The words of coming in: the first prompt, what is left to set up, and the demo model's line. A part of the catalogue in
// strings.ts.

export const homeStrings = {
  opening: 'Opening your first session',
  notBegun: 'Your first session could not be opened',
  toSessions: 'Go to the sessions',
  first: {
    sentence: 'Nobody is working yet. Ask for something, or try',
    label: 'Things to ask for',
    /** The first stands in the sentence. The demo model knows all of them; a real one does, too. */
    prompts: [
      'research three things in parallel',
      'show me markdown',
      'think first, then answer',
      'what can you do',
    ],
  },
  started: {
    label: 'Getting started',
    title: 'Getting started',
    about: 'Three things make this place your team’s. None is needed to begin.',
    done: 'Done',
    dismiss: 'Dismiss',
    steps: {
      'name-place': {
        title: 'Name this place',
        about: 'The name stands on every page and on invites.',
      },
      invite: {
        title: 'Invite people',
        about: 'Each gets a link of their own. It works once.',
      },
      'add-key': {
        title: 'Add a key',
        about: 'A real model answers then, instead of the demo model.',
      },
    },
  },
}

export const demoStrings = {
  label: 'About the model',
  text: 'The demo model answers. It is built in and knows nothing.',
  addKey: 'Add a key',
  askAdmin: 'An admin can connect a real one.',
  dismiss: 'Dismiss this line',
}
