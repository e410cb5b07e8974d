import { defineConfig } from 'vitest/config'

/** Journeys through the built app in a real browser. A worker has one app and one browser for all its files. */
export default defineConfig({
  test: {
    name: 'e2e',
    include: ['**/*.spec.ts'],
    globalSetup: ['global-setup.ts'],
    maxWorkers: 3,
    // A worker keeps its app and its browser from file to file.
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // As long as a page waits (journey.ts): a busy machine is slow, not wrong.
    expect: { poll: { timeout: 60_000 } },
  },
})
