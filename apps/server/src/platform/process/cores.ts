import { availableParallelism } from 'node:os'

let processes = 1

/** Said once by a process that is one of several: the machine's cores are for all of them. */
export function shareCores(among: number) {
  processes = among
}

/** How many cores this process may keep busy: its share of the machine, and at least one. */
export const coresHere = (): number => Math.max(1, Math.floor(availableParallelism() / processes))
