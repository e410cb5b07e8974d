import { describe, expect, it } from 'vitest'
import { assertAppSurvivesDatabaseFaults } from './database-faults.ts'

describe('app with a stopped, locked or killed database', () => {
  it('returns to each of twelve users only their own data or 503, and recovers within 30 s', {
    timeout: 240_000,
  }, async () => {
    expect(await assertAppSurvivesDatabaseFaults(1)).toHaveLength(5)
  })
})
