import type { UserId } from '@pawtrait/contract/ids.ts'
import { hydrate, type QueryClient } from '@tanstack/react-query'
import { readStoredUserId } from '#features/sign-in/sessions/stored-user.ts'
import { deleteOfflineData, openOfflineDatabase, readStoredPages } from '#lib/offline/offline-database.ts'
import { setStoredContentFlag } from '#lib/offline/stored-content-flag.ts'
import { CallError } from '#lib/server/call.ts'
import { SESSION_ENDED_EVENT, setPageViewer } from '#lib/server/page-viewer.ts'
import type { PageResult } from '#shell/navigation/navigation.ts'
import type { LoadedPage } from '#shell/navigation/open-page.ts'
import { PageError, Redirect } from '#shell/navigation/page-errors.ts'
import { viewerQuery } from '#shell/viewer.ts'

function applyTheme() {
  const theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1]
  if (theme) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
}

/** If content of another account is stored, deletes this content and reloads the page from the server. */
async function deleteForeignPages(): Promise<void> {
  const database = await openOfflineDatabase().catch(() => null)
  if (!database || (await database.count('pages')) === 0) return
  await database.clear('pages')
  window.location.replace(window.location.pathname)
  await new Promise(() => {}) // Never resolves, because the page is about to unload.
}

/** Fills the cache with the stored content of a user. Does not overwrite newer data in the cache. */
export async function restoreStoredContent(queries: QueryClient, user: UserId): Promise<void> {
  for (const page of await readStoredPages(user)) hydrate(queries, page.queries)
}

/**
 * Fills the cache with the stored content of the last user, then fetches the user. If the session has ended since,
 * deletes the content and reloads the page from the server.
 */
export async function restoreLastUserContent(queries: QueryClient): Promise<void> {
  applyTheme()
  const user = readStoredUserId() as UserId | null | undefined
  if (user) await restoreStoredContent(queries, user)
  if (!queries.getQueryData(viewerQuery().queryKey)) return deleteForeignPages()
  setStoredContentFlag()
  setPageViewer(user ?? null)
  const deleteAndReload = () => void deleteOfflineData().finally(() => window.location.reload())
  window.addEventListener(SESSION_ENDED_EVENT, deleteAndReload, { once: true })
  void queries.fetchQuery({ ...viewerQuery(), staleTime: 0 }).catch(() => {})
}

/** Opens the first page. Returns the error `offline` for a page that only the server can render. */
export async function openStoredPage(open: (url: URL) => Promise<LoadedPage>): Promise<PageResult> {
  try {
    return { page: await open(new URL(window.location.href)) }
  } catch (error) {
    const isOnlyOnServer = error instanceof Redirect || (error instanceof PageError && error.status === 404)
    return { page: null, error: isOnlyOnServer ? new CallError(null) : error }
  }
}
