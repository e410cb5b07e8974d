import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['../../tools/built-web.ts', 'src/testing/global-setup.ts'],
    maxWorkers: 2,
    hookTimeout: 30_000,
    testTimeout: 20_000,
  },
})
