import { playwright } from '@vitest/browser-playwright'
import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import vite from './vite.config.ts'

// Debian's Chromium; the sandbox needs rights a container does not give.
const launchOptions = { executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] }

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
