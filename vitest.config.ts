import { defineConfig } from 'vitest/config'
import { LongTestsFirstSequencer } from './e2e/long-tests-first.ts'

/**
 * Configures the tests of the project `unit`, which need no database, build or browser. Other projects have their own
 * configuration.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongTestsFirstSequencer },
    projects: [
      {
        test: {
          name: 'unit',
          // Some tests read every source file, which takes longer than the default of five seconds on a busy machine.
          testTimeout: 60_000,
          // Vitest requires the same number of workers in all projects of one run, such as `npm test -- word`.
          maxWorkers: 2,
          // Evaluates modules once per worker. This is safe because no module keeps state.
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
