/** This run is no longer current: another began, or the user is erased. The run stops; this is not a failure. */
export class RunEnded extends Error {}

/** @throws RunEnded unless the run is current */
export function refuseEnded(isCurrent: boolean): void {
  if (!isCurrent) throw new RunEnded('this run has ended')
}
