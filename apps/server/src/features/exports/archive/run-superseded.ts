/** Stops a run that is no longer current, because another began or the user is erased. It is not a failure. */
export class RunSuperseded extends Error {}

/** @throws RunSuperseded unless the run is current */
export function refuseSuperseded(isCurrent: boolean): void {
  if (!isCurrent) throw new RunSuperseded('this run has ended')
}
