import { defineConfig } from 'vitest/config'

/**
 * Short form of the cluster test, with Debian's engines on this machine. One file at a time, since each uses two cores.
 */
export default defineConfig({
  test: {
    name: 'cluster',
    include: ['**/*.spec.ts'],
    fileParallelism: false,
    // Busy machines are slow, not broken.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
