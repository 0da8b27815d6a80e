// Makes something readable of the HTML of a page, as a port: hostile pages can keep a parser busy, so the real one works on
// a thread of its own that can be ended.

export interface PageReader {
  /** Throws PageTooHard when it takes too long or too much room, and what the signal says. */
  read(html: string, options: PageReading, signal: AbortSignal): Promise<ReadablePage>
}

export interface PageReading {
  format: 'markdown' | 'text'
  /** What links in it are relative to. */
  url: string
}

export interface ReadablePage {
  title: string
  text: string
}

export class PageTooHard extends Error {
  constructor(message = 'the page is too large or too deeply nested to be read') {
    super(message)
    this.name = 'PageTooHard'
  }
}
