import { describe, expect, it } from 'vitest'
import { surviveDatabaseFaults } from './database-faults.ts'

describe('the database is stopped, locked and killed while twelve people ask and write', () => {
  it('whoever is answered is answered as themselves, and is served again', {
    timeout: 240_000,
  }, async () => {
    expect(await surviveDatabaseFaults(1)).toHaveLength(5)
  })
})
