import { paths } from '@pawtrait/contract/paths.ts'
import { Redirect } from '#shell/navigation/page-answers.ts'

/**
 * Leads from a name that its holder has given up to the one they have now.
 * @throws Redirect to `rest` below it, such as `/followers`
 */
export function leadToNewName({ username }: { username: string }, asked: string, rest = '') {
  if (username !== asked.toLowerCase()) throw new Redirect(paths.user(username) + rest)
}
