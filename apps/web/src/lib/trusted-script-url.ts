import { SERVICE_WORKER_PATH } from '@pawtrait/contract/service-worker.ts'

type Policy = { createScriptURL(url: string): string }
type Policies = { createPolicy(name: string, rules: Policy): Policy }

// In tests, the development server serves worker scripts from other paths.
const isOurs = (url: string) => url === SERVICE_WORKER_PATH || url.startsWith('/assets/') || import.meta.env.DEV

// The Content-Security-Policy allows only one policy of this name. Not every browser supports Trusted Types.
const { trustedTypes } = globalThis as { trustedTypes?: Policies }
const policy = trustedTypes?.createPolicy('pawtrait', { createScriptURL: (url) => (isOurs(url) ? url : '') })

/** Returns the URL of a worker script as a TrustedScriptURL, where the browser supports Trusted Types. */
export const createTrustedScriptUrl = (url: string): string => policy?.createScriptURL(url) ?? url
