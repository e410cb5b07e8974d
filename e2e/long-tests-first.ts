import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Spec files that take long. By default, Vitest starts large files first, so it would start these small files last.
const long = [
  'faults',
  'every-page',
  'page-states',
  'demo',
  'database-faults',
  'server-unavailable',
  'pay-by-phone',
  'log-of-outage',
]

const rank = ({ moduleId }: TestSpecification) => {
  const at = long.indexOf(basename(moduleId, '.spec.ts'))
  return at === -1 ? long.length : at
}

/** Starts long tests first, so that no long test is still running when the other workers have finished. */
export class LongTestsFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- the sequencer's own method
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
