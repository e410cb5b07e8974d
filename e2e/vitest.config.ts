import { defineConfig } from 'vitest/config'

/** Journeys through the built app in a real browser. Each file has an app, a database and a browser of its own. */
export default defineConfig({
  test: {
    name: 'e2e',
    include: ['**/*.spec.ts'],
    globalSetup: ['global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
