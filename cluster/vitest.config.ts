import { defineConfig } from 'vitest/config'

/** The cluster's short form: engines of Debian's packages on this machine. One file, for they fill two cores. */
export default defineConfig({
  test: {
    name: 'cluster',
    include: ['**/*.spec.ts'],
    fileParallelism: false,
    // A busy machine is slow, not wrong.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
