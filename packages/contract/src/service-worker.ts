/** Path of the service worker's script. It is at the root, because a worker controls only pages below its own path. */
export const SERVICE_WORKER_PATH = '/service-worker.js'

/** Path of the app shell: an HTML document without user data, which the service worker caches. */
export const APP_SHELL_PATH = '/app-shell'

/** Query parameter in the start URL of the installed app. */
export const INSTALLED_START_PARAM = 'installed'

/** Path of the share target. The operating system sends shared photos to this path. */
export const SHARE_PATH = '/share'

/**
 * Query parameter of the page for a new post, set after a share. `photos`: the shared photos are stored on the device.
 * `none`: the share contained no photos. `full`: the device has no space for the photos.
 */
export const SHARE_RESULT_PARAM = 'shared'

/**
 * Messages from a page to the service worker. `precache`: cache the app shell and the files of the main pages.
 * `activate`: activate the waiting version.
 */
export type ServiceWorkerMessage = { type: 'precache' | 'activate' }
