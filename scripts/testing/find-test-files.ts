// Which test files there are, and how each wants to run. The name says it: `x.test.ts` shares one process with its
// like, because a process for each costs twenty times the time; `x.process.test.ts` starts programs or changes its
// process, `x.browser.test.ts` drives a browser, and each of those has a process of its own.

import { filesBelow, repositoryRoot } from '../repository.ts'

export interface TestFiles {
  together: string[]
  alone: string[]
  browser: string[]
}

/** Those that have one of the parts in their path; all of them where none is named. */
export function findTestFiles(parts: readonly string[], root: string = repositoryRoot): TestFiles {
  const files = ['packages', 'scripts']
    .flatMap((folder) => filesBelow(folder, root))
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
  const browser = files.filter((file) => file.includes('.browser.test.'))
  const alone = files.filter((file) => file.includes('.process.test.'))
  return {
    together: files.filter((file) => !browser.includes(file) && !alone.includes(file)),
    alone,
    browser,
  }
}
