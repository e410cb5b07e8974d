import { playwright } from '@vitest/browser-playwright'
import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import { chromiumFlags, installedChromium } from '../../tools/chromium.ts'
import vite from './vite.config.ts'

// `npm test` sees to a browser before it starts; here only the one of this machine is looked for.
const launchOptions = { executablePath: installedChromium() ?? 'chromium', args: chromiumFlags }

/** Component tests in a real Chromium: what they press and read is what a person meets. */
export default defineConfig((env) =>
  mergeConfig(typeof vite === 'function' ? vite(env) : vite, {
    test: {
      name: 'web',
      include: ['src/**/*.test.tsx'],
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
