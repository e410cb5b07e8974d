import { defineConfig } from 'vitest/config'
import { LongTestsFirst } from './e2e/long-first.ts'

/** The project `unit` needs no database, build or browser. The other projects have their own configuration files. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongTestsFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // Some tests read every source: on a busy machine that takes longer than the default of five seconds.
          testTimeout: 60_000,
          // The same in all projects that may run together (`npm test -- word`): Vitest refuses different numbers.
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
