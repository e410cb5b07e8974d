/** Stops a run that is no longer current, because another began or the user is erased. It is not a failure. */
export class RunSupersededError extends Error {}

/** @throws RunSupersededError unless the run is current */
export function refuseSuperseded(isCurrent: boolean): void {
  if (!isCurrent) throw new RunSupersededError('this run has ended')
}
