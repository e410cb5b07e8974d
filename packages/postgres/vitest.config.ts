import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'postgres',
    include: ['src/**/*.test.ts'],
    maxWorkers: 2,
    hookTimeout: 60_000, // Long timeout, because a hook stops a cluster after each test.
    testTimeout: 30_000,
    // The default poll timeout of one second is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
  },
})
