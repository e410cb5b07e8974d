import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/app-base.css'
import '#ui/app-tokens.css'
import '#ui/base.css'
import { afterAll, afterEach, vi } from 'vitest'
import { departures } from './departures.ts'
import { cleanUp } from './render.tsx'
import { resetPage } from './reset-page.ts'

afterEach(() => {
  cleanUp()
  departures.length = 0
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})
afterAll(resetPage)
