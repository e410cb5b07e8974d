/** Path of the service worker's script. At the root, because a worker controls only pages below its path. */
export const SERVICE_WORKER_PATH = '/service-worker.js'

/** Path of the app shell: a document without a viewer, for the service worker. */
export const APP_SHELL_PATH = '/app-shell'

/** Query parameter of the installed app's start URL. */
export const INSTALLED_START_PARAM = 'installed'

/** Path of the share target, to which the system sends shared photos. */
export const SHARE_PATH = '/share'

/**
 * Query parameter of the page Create after a share. `photos`: the shared photos are stored on the device. `none`: the
 * share had no photos. `full`: the device has no space for the photos.
 */
export const SHARED_PARAM = 'shared'

/**
 * Messages from a page to the service worker. `precache`: store the shell and the files of the main pages.
 * `activate`: activate the waiting version.
 */
export type ServiceWorkerMessage = { type: 'precache' | 'activate' }
