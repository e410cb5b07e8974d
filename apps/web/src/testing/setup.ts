import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/app-base.css'
import '#ui/app-tokens.css'
import '#ui/base.css'
import { afterAll, afterEach, vi } from 'vitest'
import { stopDraftSync } from '#features/drafts/sync-draft.ts'
import { stopOrderPolling } from '#features/payments/pay/announce-payment.ts'
import { clearDraft } from '#features/posts/editor/new-post-draft.ts'
import { deleteAllUnsentText } from '#lib/forms/unsent-text.ts'
import { recordStreamState } from '#lib/server/load-chunk.ts'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { resumeStoringUserData } from '#lib/server/stop-storing-user-data.ts'
import { recordedNavigations } from './recorded-navigations.ts'
import { cleanUp } from './render.tsx'

afterEach(() => {
  cleanUp()
  recordedNavigations.length = 0
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})
afterAll(resetPage)

/**
 * Resets module state and storage, because test files share one page. Vitest itself resets the viewport. Loaded chunks
 * are not unloaded. Add a test file that needs an unloaded chunk to `ownPage` in vitest.config.ts.
 */
function resetPage() {
  vi.useRealTimers()
  vi.restoreAllMocks()
  stopDraftSync()
  clearDraft()
  stopOrderPolling()
  recordStreamState(true)
  setPageViewer(undefined)
  resumeStoringUserData()
  deleteAllUnsentText()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
}
