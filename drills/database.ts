import { assertAppSurvivesDatabaseFaults } from '../e2e/database-faults.ts'
import type { Drill } from './drill.ts'

const rounds = Number(process.env.DRILL_ROUNDS ?? '20')

/**
 * Drill that stops, locks and kills the database under a load of twelve users. `DRILL_ROUNDS` sets the number of
 * rounds.
 */
export const databaseDrills: Drill[] = [
  {
    name: 'D01 stop, lock and kill the database',
    run: async () => `${rounds} rounds; ${(await assertAppSurvivesDatabaseFaults(rounds)).join('; ')}`,
  },
]
