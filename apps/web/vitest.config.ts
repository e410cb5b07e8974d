import { playwright } from '@vitest/browser-playwright'
import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import { chromiumFlags, installedChromium } from '../../tools/chromium.ts'
import vite from './vite.config.ts'

const executablePath = installedChromium()
const launchOptions = { ...(executablePath && { executablePath }), args: chromiumFlags }

/** Component tests in a real Chromium: what they press and read is what a person meets. */
export default defineConfig((env) =>
  mergeConfig(typeof vite === 'function' ? vite(env) : vite, {
    test: {
      name: 'web',
      include: ['src/**/*.test.tsx'],
      maxWorkers: 2,
      testTimeout: 30_000,
      // A busy machine is slow, not wrong: unset, what is waited for may take a second.
      expect: { poll: { timeout: 10_000 } },
      setupFiles: ['src/testing/setup.ts'],
      browser: {
        enabled: true,
        headless: true,
        provider: playwright({ launchOptions }),
        instances: [{ browser: 'chromium' }],
        viewport: { width: 1440, height: 900 },
        screenshotFailures: false,
      },
    },
  }),
)
