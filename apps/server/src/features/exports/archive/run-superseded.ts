/** This run is no longer current: another began, or the user is erased. The run stops; this is not a failure. */
export class RunSuperseded extends Error {}

/** @throws RunSuperseded unless the run is current */
export function refuseSuperseded(isCurrent: boolean): void {
  if (!isCurrent) throw new RunSuperseded('this run has ended')
}
