/**
 * `node tools/check-commits.ts` checks the subjects of the last commits against CONTRIBUTING.md: feature word, colon,
 * at most 72 characters. Prints a line per fault and exits with 1. Passes without a Git history.
 */
import { execFileSync } from 'node:child_process'

const LAST = 25
const MAX_LETTERS = 72
const form = /^[a-z][a-z0-9, -]*: \S/

/** Returns the fault of a commit subject, or undefined when the subject is correct. */
export function findCommitSubjectFault(subject: string): string | undefined {
  if (/^(?:Merge|Revert) /.test(subject)) return undefined
  if (subject.length > MAX_LETTERS) return `${subject.length} letters, at most ${MAX_LETTERS}`
  return form.test(subject) ? undefined : 'no feature word and colon, such as `likes: refuse a like on a blocked post`'
}

function lastSubjects(): string[] {
  try {
    const log = execFileSync('git', ['log', `-${LAST}`, '--format=%s'], { stdio: ['ignore', 'pipe', 'ignore'] })
    return log.toString().split('\n').filter(Boolean)
  } catch {
    return []
  }
}

if (import.meta.main) {
  const subjects = lastSubjects()
  const faults = subjects.flatMap((subject) => {
    const fault = findCommitSubjectFault(subject)
    return fault ? [`${subject}: ${fault}`] : []
  })
  for (const fault of faults) console.error(fault)
  console.log(`check-commits: ${subjects.length} subjects, ${faults.length} offences`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
