import { defineConfig } from 'vitest/config'

/** Tests of the built app in a real browser. A worker has one app and one browser for all its files. */
export default defineConfig({
  test: {
    name: 'e2e',
    include: ['**/*.spec.ts'],
    globalSetup: ['global-setup.ts'],
    maxWorkers: 3,
    // Keeps app and browser of a worker from file to file.
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // As long as the timeout of pages in journey.ts.
    expect: { poll: { timeout: 60_000 } },
  },
})
