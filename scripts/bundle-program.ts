// `node scripts/bundle-program.ts`: makes the program fast to start, if it has not been for the sources as they are. Where
// that fails, or there is no bundler, the sources are run, and nobody is stopped.

import { bundleProgramIfStale } from './program-bundle/bundle-program.ts'
import { repositoryRoot } from './repository.ts'

try {
  await bundleProgramIfStale(repositoryRoot)
} catch (error) {
  console.error('the program could not be bundled, so it starts more slowly:', error)
}
