import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['../../tools/run-folder.ts', '../../tools/build-web-setup.ts', 'src/testing/global-setup.ts'],
    maxWorkers: 2,
    // Modules are evaluated once a worker: each file has a server and a database of its own, and no module keeps state.
    isolate: false,
    hookTimeout: 60_000,
    testTimeout: 60_000,
    // A busy machine is slow, not wrong: unset, what is waited for may take a second.
    expect: { poll: { interval: 15, timeout: 10_000 } },
  },
})
