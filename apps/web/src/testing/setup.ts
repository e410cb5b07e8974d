import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/app-base.css'
import '#ui/app-tokens.css'
import '#ui/base.css'
import { afterEach, vi } from 'vitest'
import { cleanUp } from './render.tsx'

afterEach(() => {
  cleanUp()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})
