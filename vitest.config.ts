import { defineConfig } from 'vitest/config'
import { LongTestsFirstSequencer } from './e2e/long-tests-first.ts'

/** Tests of the project `unit` need no database, build or browser. Other projects have their own configuration. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongTestsFirstSequencer },
    projects: [
      {
        test: {
          name: 'unit',
          // Some tests read every source: on a busy machine that takes longer than the default of five seconds.
          testTimeout: 60_000,
          // Vitest requires the same number in all projects of one run, such as `npm test -- word`.
          maxWorkers: 2,
          // Modules are evaluated once per worker, which is safe because no module keeps state.
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
