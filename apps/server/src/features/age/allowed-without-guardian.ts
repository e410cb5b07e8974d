const ownAccount = /^\/api\/(account|sudo|credentials|password|passkeys|recovery-codes|exports|profile\/privacy)(\/|$)/
const ownView = /^\/api\/(notifications|species-filter|reports)(\/|$)/
const blocking = /^\/api\/(users|pets|posts)\/:id\/(block|mute|hide)$/

/**
 * Returns whether a user who waits for a guardian may call a route. The user may read, delete, report, block, mute,
 * hide and change account settings, but not create or send anything for other users. `path`: the route's path in the
 * contract.
 */
export const isAllowedWithoutGuardian = (method: string, path: string): boolean =>
  ['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(method) ||
  [ownAccount, ownView, blocking].some((paths) => paths.test(path))
