import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { expect, it } from 'vitest'
import { day } from '#testing/clock.ts'
import { aPet, aUser, givenRole, type TestUser } from '#testing/fixtures.ts'
import { createPetClient, getCodeOrStatus } from '#testing/pet-calls.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const { byName, accept } = createPetClient(server)

it('GET /api/pets/{id} returns `satUntil` only to a former sitter without a new role', async () => {
  const [owner, sitter] = [await aUser(server), await aUser(server)]
  const pet = await aPet(server, [owner])
  const readAs = async (user: TestUser | null) => {
    const { myRole, satUntil } = (await server.call<Pet>(user, 'GET', `/api/pets/${pet}`)).body
    return [myRole, satUntil]
  }
  const { today } = (await server.call<Pet>(null, 'GET', `/api/pets/${pet}`)).body
  // Test users live in Nairobi (UTC+3): their day ends at 21:00 UTC.
  await givenRole(server, pet, sitter, 'sitter', new Date(`${today}T21:00:00Z`))
  expect(await readAs(sitter)).toEqual(['sitter', undefined])
  server.clock.advance(2 * day)
  expect(await readAs(sitter)).toEqual([null, today])
  for (const user of [owner, null]) expect((await readAs(user))[1]).toBeUndefined()
  expect(getCodeOrStatus(await server.call(sitter, 'GET', `/api/pets/${pet}/people`))).toBe('forbidden')
  await accept(sitter, await byName(owner, pet, sitter, 'carer'))
  expect(await readAs(sitter)).toEqual(['carer', undefined])
})
