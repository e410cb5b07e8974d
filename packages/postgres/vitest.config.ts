import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'postgres',
    include: ['src/**/*.test.ts'],
    hookTimeout: 60_000, // stopping a cluster after each test
    testTimeout: 30_000,
  },
})
