import { fieldProblem } from '#platform/problem.ts'

/** Returns the hash of a required zip code. @throws Problem 'validation-failed' when it is missing */
export function requireZipCode(zipHash: string | undefined): string {
  if (zipHash === undefined) throw fieldProblem('zipcode', 'required', 'Type a zip code to log in with.')
  return zipHash
}
