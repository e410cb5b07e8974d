import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'postgres',
    include: ['src/**/*.test.ts'],
    maxWorkers: 2,
    hookTimeout: 60_000, // stopping a cluster after each test
    testTimeout: 30_000,
    // A busy machine is slow, not wrong: unset, what is waited for may take a second.
    expect: { poll: { timeout: 15_000 } },
  },
})
