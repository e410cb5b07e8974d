import { availableParallelism } from 'node:os'

let processes = 1

/** Divides the machine's cores among several processes. Called once, by each of them. */
export function shareCores(among: number) {
  processes = among
}

/** Returns the number of cores that this process may use: its share of the machine, at least one. */
export const coresHere = (): number => Math.max(1, Math.floor(availableParallelism() / processes))
