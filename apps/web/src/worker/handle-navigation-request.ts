import { pages } from '@pawtrait/contract/pages.ts'
import { INSTALLED_START_PARAM } from '@pawtrait/contract/service-worker.ts'
import { openOfflineDatabase } from '#lib/offline/offline-database.ts'
import { readStoredShell } from './built-files.ts'

// Time in ms to wait for the server. After this time, pages in `storedPaths` fall back to the cached app shell.
const SERVER_WAIT_MS = 5000

const storedPaths = new Set<string>(
  [pages.feed, pages.create, pages.notifications, pages.profile].map(({ path }) => path),
)

/** Returns the cached app shell if the offline database contains pages; otherwise undefined. */
async function readShellOfStoredUser(): Promise<Response | undefined> {
  const shell = await readStoredShell()
  if (!shell) return undefined
  const count = await openOfflineDatabase()
    .then((database) => database.count('pages'))
    .catch(() => 0)
  return count > 0 ? shell : undefined
}

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms))

// Returns whether a proxy sent the response, because the server is down.
const isGatewayError = ({ status }: Response) => status >= 502 && status <= 504

/**
 * Handles a navigation request. Never caches pages, because they contain the viewer's data. Without a response from the
 * server, returns the app shell if pages are stored on the device. A start of the installed app uses the shell first.
 * @throws TypeError if the network fails and there is no shell to return
 */
export async function handleNavigationRequest(event: FetchEvent): Promise<Response> {
  const { pathname, searchParams } = new URL(event.request.url)
  const isStored = storedPaths.has(pathname)
  if (isStored && searchParams.has(INSTALLED_START_PARAM)) {
    const shell = await readShellOfStoredUser()
    if (shell) return shell
  }
  const loading = event.preloadResponse.then((preloaded: Response | undefined) => preloaded ?? fetch(event.request))
  loading.catch(() => {}) // The request may fail after the shell was returned.
  const timelyResponse = isStored ? Promise.race([loading, pause(SERVER_WAIT_MS)]) : loading
  const response = await timelyResponse.catch(() => undefined)
  if (response && !(isStored && isGatewayError(response))) return response
  return (await readShellOfStoredUser()) ?? loading
}
