// What only a person can put right, in words for whoever runs the place: trying again would end the same way, and count
// against the account (I31).

export class NeedsSomebody extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'NeedsSomebody'
  }
}
