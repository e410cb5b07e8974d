import * as contract from '@pawtrait/contract/pets.ts'
import type { App } from '#platform/serve.ts'
import { createPet } from './create-pet.ts'
import { deletePet } from './delete-pet.ts'
import { editPet } from './edit-pet.ts'
import { hangPortrait } from './hang-portrait.ts'
import { petById, petBySlug, petsOfUser } from './view.ts'

export function petRoutes(app: App) {
  app.serve(contract.createPet, (ctx, { body }) => createPet(ctx, body))
  app.serve(contract.getPet, (ctx, { params }) => petById(ctx, params.id))
  app.serve(contract.getPetBySlug, (ctx, { params }) => petBySlug(ctx, params.slug))
  app.serve(contract.editPet, (ctx, { params, body }) => editPet(ctx, params.id, body))
  app.serve(contract.deletePet, async (ctx, { params }) => {
    await deletePet(ctx, params.id)
    return undefined
  })
  app.serve(contract.setPortrait, (ctx, { params, body }) => hangPortrait(ctx, params.id, body.photo))
  app.serve(contract.getUserPets, (ctx, { params }) => petsOfUser(ctx, params.id))
}
