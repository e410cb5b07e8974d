const accountRoutes =
  /^\/api\/(account|sudo|credentials|password|passkeys|recovery-codes|exports|profile\/privacy)(\/|$)/
const viewRoutes = /^\/api\/(notifications|species-filter|reports)(\/|$)/
const blockRoutes = /^\/api\/(users|pets|posts)\/:id\/(block|mute|hide)$/

/**
 * Returns whether a user who waits for a guardian may call a route. The user may read, delete, report, block, mute,
 * hide and change account settings. The user may not create or send anything for other users. `path`: the route's path
 * in the contract.
 */
export const isAllowedWithoutGuardian = (method: string, path: string): boolean =>
  ['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(method) ||
  [accountRoutes, viewRoutes, blockRoutes].some((routes) => routes.test(path))
