import { fieldProblem } from '#platform/problem.ts'

/** The hash of a zip code that must have come. @throws Problem 'validation-failed' */
export function requireZipCode(zipHash: string | undefined): string {
  if (zipHash === undefined) throw fieldProblem('zipcode', 'required', 'Type a zip code to log in with.')
  return zipHash
}
