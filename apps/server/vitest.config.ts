import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['../../tools/run-folder.ts', '../../tools/build-web-setup.ts', 'src/testing/global-setup.ts'],
    maxWorkers: 2,
    // Test files share modules to save time. Modules keep no state, and each file has its own server and database.
    isolate: false,
    hookTimeout: 60_000,
    testTimeout: 60_000,
    // Vitest's default timeout of `expect.poll`, a second, is too short on a busy machine.
    expect: { poll: { interval: 15, timeout: 10_000 } },
  },
})
