import { paths } from '@pawtrait/contract/paths.ts'
import { Redirect } from '#shell/navigation/page-errors.ts'

/**
 * Redirects from a former username to the current one.
 * @throws Redirect, with `rest` appended, such as `/followers`
 */
export function redirectFormerUsername({ username }: { username: string }, requested: string, rest = '') {
  if (username !== requested.toLowerCase()) throw new Redirect(paths.user(username) + rest)
}
