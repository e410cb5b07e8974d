import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultDelays } from './delays.ts'
import { type Simulators, startSimulators } from './start-simulators.ts'

let simulators: Simulators
beforeAll(async () => {
  simulators = await startSimulators()
})
afterAll(() => simulators.close())

async function setDelays(fields: unknown, type = 'application/json') {
  const answer = await fetch(`${simulators.phoneUrl}/test/delays`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify(fields),
  })
  return { status: answer.status, body: (await answer.json()) as object }
}

it('POST /test/delays changes only the given delays of running simulators', async () => {
  expect(await setDelays({ ignored: 3000 })).toEqual({ status: 200, body: { ...defaultDelays, ignored: 3000 } })
  expect(await setDelays({ late: 10, settle: 0 })).toMatchObject({ body: { ignored: 3000, late: 10, settle: 0 } })
})

it('POST /test/delays returns 400 unless the body is a JSON object of known delays in whole ms', async () => {
  for (const wrong of [{ ignored: -1 }, { ignored: 1.5 }, { ignored: '3' }, { ignored: 1e12 }, { toString: 1 }, []])
    expect((await setDelays(wrong)).status).toBe(400)
  expect((await setDelays({ ignored: 1 }, 'text/plain')).status).toBe(400)
  expect(await setDelays({})).toMatchObject({ status: 200, body: { ignored: 3000 } })
})
