import { defineConfig } from 'vitest/config'
import { LongFirst } from './e2e/long-first.ts'

/** `unit` needs nothing; the other projects have configurations of their own. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // Some read every source: on a busy machine that takes longer than the usual five seconds.
          testTimeout: 60_000,
          // The same in all projects that may run together (`npm test -- word`): Vitest refuses different numbers.
          maxWorkers: 2,
          // Modules are evaluated once a worker, and no module keeps state.
          isolate: false,
          include: [
            '{cluster,tools}/**/*.test.ts',
            'packages/{contract,stage}/src/**/*.test.ts',
            'apps/web/{src,tools}/**/*.test.ts',
          ],
        },
      },
      '{apps,packages}/*/vitest.config.ts',
      '{e2e,bench,cluster}*/vitest.config.ts',
    ],
  },
})
