import { paths } from '@pawtrait/contract/paths.ts'
import { Redirect } from '#shell/navigation/page-errors.ts'

/**
 * Redirects to the current username when `requested` is a former one.
 * @throws {Redirect} to the profile, with `rest` appended to its path, such as `/followers`
 */
export function redirectFormerUsername({ username }: { username: string }, requested: string, rest = '') {
  if (username !== requested.toLowerCase()) throw new Redirect(paths.user(username) + rest)
}
