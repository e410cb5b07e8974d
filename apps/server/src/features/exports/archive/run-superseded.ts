/** Thrown to stop a run when a newer run has begun or the user is erased. The export or import has not failed. */
export class RunSupersededError extends Error {}

/** @throws RunSupersededError if the run is no longer current */
export function requireCurrentRun(isCurrent: boolean): void {
  if (!isCurrent) throw new RunSupersededError('this run has ended')
}
