import { surviveDatabaseFaults } from '../e2e/database-faults.ts'
import type { Drill } from './drill.ts'

const rounds = Number(process.env.DRILL_ROUNDS ?? '20')

/** What the database does to twelve people who ask and write. `DRILL_ROUNDS` changes how often. */
export const database: Drill[] = [
  {
    name: 'D01 stop, lock and kill the database',
    hold: async () => `${rounds} rounds; ${(await surviveDatabaseFaults(rounds)).join('; ')}`,
  },
]
