import { playwright } from '@vitest/browser-playwright'
import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import { chromiumFlags, findInstalledChromium } from '../../tools/chromium.ts'
import vite from './vite.config.ts'

const executablePath = findInstalledChromium()
const launchOptions = { ...(executablePath && { executablePath }), args: chromiumFlags }

// Test files that run in a separate browser page, because they need a chunk that is not loaded yet.
const ownPage = ['src/app/PhotoViewerNotLoaded.test.tsx']

/** Component tests in real Chromium. */
export default defineConfig((env) =>
  mergeConfig(typeof vite === 'function' ? vite(env) : vite, {
    test: {
      name: 'web',
      include: ['src/**/*.test.tsx'],
      maxWorkers: 2,
      // With isolation, each test file loads the app's modules again, which took a third of the run. Instead,
      // `resetPage` in src/testing/setup.ts resets the page between test files.
      isolate: false,
      testTimeout: 30_000,
      // Time limit of `expect.poll`. The default of one second is too short on a busy machine.
      expect: { poll: { timeout: 10_000 } },
      setupFiles: ['src/testing/setup.ts'],
      browser: {
        enabled: true,
        headless: true,
        provider: playwright({ launchOptions }),
        instances: [
          { browser: 'chromium', name: 'web', exclude: ownPage },
          { browser: 'chromium', name: 'web, own page', include: ownPage, isolate: true },
        ],
        viewport: { width: 1440, height: 900 },
        screenshotFailures: false,
      },
    },
  }),
)
