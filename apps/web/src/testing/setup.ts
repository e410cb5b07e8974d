// Parts are drawn without their page here, so every section is known from the start.
import '#i18n/en.ts'
import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/base.css'
import { afterEach, vi } from 'vitest'
import { cleanUp } from './render.tsx'

afterEach(() => {
  cleanUp()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})
