import { fieldProblem, Problem } from '#platform/problem.ts'
import { reservedUsernames } from './reserved-usernames.ts'

export const usernameTakenProblem = () =>
  new Problem('username-taken', 'That username is taken.', {
    errors: [{ field: 'username', code: 'taken', message: 'That username is taken. Try another one.' }],
  })

export const usernameOrEmailTakenProblem = () =>
  new Problem('username-or-email-taken', 'That username or email is taken.', {
    errors: [{ field: 'email', code: 'taken', message: 'There is already an account with this username or email.' }],
  })

export function refuseReservedUsername(username: string) {
  if (reservedUsernames.has(username))
    throw fieldProblem('username', 'reserved', 'That username is not available. Try another one.')
}
