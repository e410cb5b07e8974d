import { defineConfig } from 'vitest/config'

/**
 * Configuration of the tests that run the built app in a real browser. Each worker has one app and one browser for all
 * its files.
 */
export default defineConfig({
  test: {
    name: 'e2e',
    include: ['**/*.spec.ts'],
    globalSetup: ['global-setup.ts'],
    maxWorkers: 3,
    // Reuses the worker's app and browser for each file.
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // The timeout equals that of page actions in journey.ts.
    expect: { poll: { timeout: 60_000 } },
  },
})
