/** Thrown to stop a run because another one has begun or the user is erased. The export has not failed. */
export class RunSupersededError extends Error {}

/** @throws RunSupersededError unless the run is current */
export function refuseSuperseded(isCurrent: boolean): void {
  if (!isCurrent) throw new RunSupersededError('this run has ended')
}
