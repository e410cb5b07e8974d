/** Another run makes the export, or nobody wants it any more: this one stops, and that is no failure. */
export class RunEnded extends Error {}

/** @throws RunEnded unless the run goes on */
export function refuseEnded(goesOn: boolean): void {
  if (!goesOn) throw new RunEnded('this run has ended')
}
