import { availableParallelism } from 'node:os'

let processes = 1

/** Divides the cores of the machine by this number of processes. Each process calls this function once. */
export function divideCores(among: number) {
  processes = among
}

/** Number of cores that this process may use, at least one. */
export const availableCores = (): number => Math.max(1, Math.floor(availableParallelism() / processes))
