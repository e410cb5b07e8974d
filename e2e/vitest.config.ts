import { defineConfig } from 'vitest/config'

/** Journeys through the built app in a real browser. Each file has an app and a database of its own. */
export default defineConfig({
  test: {
    name: 'e2e',
    include: ['**/*.spec.ts'],
    globalSetup: ['global-setup.ts'],
    maxWorkers: 3,
    // A browser a worker; what a journey makes is in the app and the contexts of its file.
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // A busy machine is slow, not wrong: unset, what is waited for may take a second.
    expect: { poll: { timeout: 15_000 } },
  },
})
