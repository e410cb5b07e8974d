import { APP_SHELL_PATH } from '@pawtrait/contract/service-worker.ts'

// Placeholder text, which tools/build-web.ts replaces with the hash of the build and the files of the main pages.
const { build, files } = JSON.parse('__PRECACHE__') as { build: string; files: string[] }

const PREFIX = 'files-'
const CACHE = PREFIX + build

const isOld = (name: string) => name.startsWith(PREFIX) && name !== CACHE

/** Returns whether an older version of the worker has stored files. */
export const hasOldFiles = async (): Promise<boolean> => (await caches.keys()).some(isOld)

export const deleteOldFiles = async () => {
  for (const name of await caches.keys()) if (isOld(name)) await caches.delete(name)
}

/** Stores the missing files of the main pages, and the shell document. @throws TypeError if a fetch fails */
export async function precacheFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = files.filter((file) => !stored.has(file))
  // Stores the shell document last, because the shell needs the other files.
  await cache.addAll(missing)
  if (!stored.has(APP_SHELL_PATH)) await cache.add(new Request(APP_SHELL_PATH, { cache: 'no-cache' }))
}

/** Returns the stored shell document, which contains no user data; undefined if it is not stored. */
export const readStoredShell = async (): Promise<Response | undefined> =>
  (await caches.open(CACHE)).match(APP_SHELL_PATH)

/** Returns a built script, style sheet or font from the cache. Fetches and stores a missing file. */
export async function fetchBuiltFile(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(CACHE)
  const stored = await cache.match(event.request)
  if (stored) return stored
  const response = await fetch(event.request)
  // A full disk must not fail the request.
  if (response.status === 200) event.waitUntil(cache.put(event.request, response.clone()).catch(() => {}))
  return response
}
