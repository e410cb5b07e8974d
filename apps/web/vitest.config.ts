import { playwright } from '@vitest/browser-playwright'
import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import { chromiumFlags, installedChromium } from '../../tools/chromium.ts'
import vite from './vite.config.ts'

const executablePath = installedChromium()
const launchOptions = { ...(executablePath && { executablePath }), args: chromiumFlags }

// Tests of a part that is not loaded yet.
const ownPage = ['src/app/PhotoViewerNotLoaded.test.tsx']

/** Component tests in a real Chromium: what they press and read is what a person meets. */
export default defineConfig((env) =>
  mergeConfig(typeof vite === 'function' ? vite(env) : vite, {
    test: {
      name: 'web',
      include: ['src/**/*.test.tsx'],
      maxWorkers: 2,
      // Loading the app's modules for each file took a third of the run. `src/testing/reset-page.ts` resets the page.
      isolate: false,
      testTimeout: 30_000,
      // A busy machine is slow, not wrong: unset, what is waited for may take a second.
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
