import { vi } from 'vitest'
import { stopSync } from '#features/drafts/sync-draft.ts'
import { stopPolling } from '#features/payments/pay/tell-paid.ts'
import { clearDraft } from '#features/posts/editor/draft.ts'
import { forgetAllUnsentText } from '#lib/forms/unsent-text.ts'
import { noteStream } from '#lib/server/load-chunk.ts'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { resumeStoring } from '#lib/server/stop-storing.ts'

/**
 * Resets what a load of the page resets, and what this browser stores: test files share one page. Vitest itself resets
 * the viewport. A part that was loaded stays loaded: a test of that needs a page of its own (`vitest.config.ts`).
 */
export function resetPage() {
  vi.useRealTimers()
  vi.restoreAllMocks()
  stopSync()
  clearDraft()
  stopPolling()
  noteStream(true)
  setPageViewer(undefined)
  resumeStoring()
  forgetAllUnsentText()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
}
