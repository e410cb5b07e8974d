import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'postgres',
    include: ['src/**/*.test.ts'],
    maxWorkers: 2,
    hookTimeout: 60_000, // stopping a cluster after each test
    testTimeout: 30_000,
    // Busy machines are slow: the default poll timeout is one second.
    expect: { poll: { timeout: 15_000 } },
  },
})
