import { defineConfig } from 'vitest/config'

/**
 * Short form of the cluster test, with Debian's engines on this machine. Files run one by one: each uses two cores.
 */
export default defineConfig({
  test: {
    name: 'cluster',
    include: ['**/*.spec.ts'],
    fileParallelism: false,
    // Long timeouts, because a busy machine is slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
