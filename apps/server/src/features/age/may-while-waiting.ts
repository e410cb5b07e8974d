const ownAccount = /^\/api\/(account|sudo|credentials|password|passkeys|recovery-codes|exports|profile\/privacy)(\/|$)/
const ownView = /^\/api\/(notifications|species-filter|reports)(\/|$)/
const keepsAway = /^\/api\/(users|pets|posts)\/:id\/(block|mute|hide)$/

/**
 * Whether somebody who waits for their guardian may call this: they look, look after their account, take back what they
 * did, and keep others away; they do not show, write or send anything. `path` as the contract writes it.
 */
export const mayWhileWaiting = (method: string, path: string): boolean =>
  ['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(method) ||
  [ownAccount, ownView, keepsAway].some((paths) => paths.test(path))
