import { defineConfig } from 'vitest/config'

/**
 * Short cluster test. Runs the Debian packages of PostgreSQL, etcd, NATS, HAProxy and Swift on this machine. Test files
 * run one by one, because each uses two cores.
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
