import type { PetId } from '@pawtrait/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkers } from '#app/process/workers.ts'
import type { Database } from '#platform/database/db.ts'
import { openSecondConnection } from '#testing/database/database.ts'
import { aPet, aUser, givenRole } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { addRefusingTrigger, createFailingRowCases } from './failing-row-cases.ts'

const server = serverForFile()
let owner: Database
beforeAll(async () => {
  owner = await openSecondConnection(server.deps.database, 'owner')
})
afterAll(() => owner.close())

const cases = [
  'tell-birthdays',
  'tell-birthday',
  'pass-on-pets',
  'end-sitting',
  'close-old-invites',
  'end-suspensions',
  'purge-taken-down',
  'sweep-stories',
  'sweep-photos',
  'remind-plan-ends',
  'open-account',
  'erase-accounts',
  'sweep-exports',
  'forget-payment-events',
]

/** Runs a job. Returns its error, if any. */
const run = async (job: string, data: object = {}): Promise<string | undefined> => {
  const worker = createWorkers(server.deps).find(({ name }) => name === job)
  if (!worker) throw new Error(`no job ${job}`)
  return worker.work(data as never).then(
    () => undefined,
    (error: unknown) => String(error),
  )
}

const countSkippedRows = async (job: string) => {
  const { text } = await server.call(null, 'GET', '/metrics', undefined, { ip: '127.0.0.1' })
  return Number(new RegExp(`^job_rows_passed_over_total\\{queue="${job}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
}

describe('row that a job fails to process', () => {
  it.each(cases)('is skipped and logged by the job %s, and is processed by the next run', async (name) => {
    const testCase = await createFailingRowCases(server, () => owner)[name]?.()
    if (!testCase) throw new Error(`no case ${name}`)
    const { job, data, failing, mend, isDone, isRetried = false } = testCase
    const before = await countSkippedRows(job)
    const error = await run(job, data)
    expect([await isDone('other'), await isDone('failing')]).toEqual([true, false])
    expect(error).toBe(isRetried ? 'Error: 1 rows failed: the next run retries them' : undefined)
    expect(await countSkippedRows(job)).toBe(before + 1)
    const lines = server.lines.map((line) => JSON.parse(line) as { event: string; job?: string; id?: string })
    expect(lines.filter(({ event, id }) => event === 'job-row' && id === failing)).toMatchObject([{ job }])
    await mend()
    expect(await run(job, data)).toBeUndefined()
    expect(await isDone('failing')).toBe(true)
    expect(await countSkippedRows(job)).toBe(before + 1)
  })
})

it('the job `pass-on-pets` processes each failing pet only once per run', async () => {
  const pets: PetId[] = []
  for (let n = 0; n < 3; n++) {
    const pet = await aPet(server, [])
    await givenRole(server, pet, await aUser(server), 'family')
    pets.push(pet)
  }
  const mend = await addRefusingTrigger(owner, 'update', 'pet_people', `new.pet_id in ('${pets.join("','")}')`)
  const before = await countSkippedRows('pass-on-pets')
  expect(await run('pass-on-pets')).toBeUndefined()
  expect(await countSkippedRows('pass-on-pets')).toBe(before + 3)
  await mend()
})
