import * as days from '@pawtrait/contract/pets/pet-days.ts'
import * as memorial from '@pawtrait/contract/pets/pet-memorial.ts'
import * as people from '@pawtrait/contract/pets/pet-people.ts'
import * as contract from '@pawtrait/contract/pets/pets.ts'
import type { App } from '#platform/http/serve.ts'
import { acceptInvite, acceptInviteByLink, declineInvite } from './answer-invite.ts'
import { removeBirthdayPaw, sendBirthdayPaw } from './birthday-paws.ts'
import { createPet } from './create-pet.ts'
import { deletePet } from './delete-pet.ts'
import { editPet } from './edit-pet.ts'
import { cancelInvite, invitePerson } from './invite-person.ts'
import { changeRole, removePerson } from './remove-person.ts'
import { setPortrait } from './set-portrait.ts'
import { startMemorial, undoMemorial } from './start-memorial.ts'
import { createTribute, decideTribute, deleteTribute, getOwnTribute, listTributes } from './tributes.ts'
import { getPet, getPetBySlug, listUserPets } from './view.ts'
import { getInvitation, getInvitationByLink, listInvitations, listPetActions, listPetPeople } from './view-people.ts'

export function petRoutes(app: App) {
  app.serve(contract.createPet, (ctx, { body }) => createPet(ctx, body), getPet)
  app.serve(contract.getPet, (ctx, { params }) => getPet(ctx, params.id))
  app.serve(contract.getPetBySlug, (ctx, { params }) => getPetBySlug(ctx, params.slug))
  app.serve(contract.editPet, (ctx, { params, body }) => editPet(ctx, params.id, body))
  app.serve(contract.deletePet, async (ctx, { params }) => {
    await deletePet(ctx, params.id)
    return undefined
  })
  app.serve(contract.setPortrait, (ctx, { params, body }) => setPortrait(ctx, params.id, body.photo))
  app.serve(contract.getUserPets, (ctx, { params }) => listUserPets(ctx, params.id))
  peopleRoutes(app)
  invitationRoutes(app)
  memorialRoutes(app)
}

function memorialRoutes(app: App) {
  app.serve(memorial.startMemorial, (ctx, { params, body }) => startMemorial(ctx, params.id, body.diedOn))
  app.serve(memorial.undoMemorial, (ctx, { params }) => undoMemorial(ctx, params.id))
  app.serve(memorial.listTributes, (ctx, { params, query }) => listTributes(ctx, params.id, query))
  app.serve(
    memorial.createTribute,
    (ctx, { params, body }) => createTribute(ctx, params.id, body.text),
    (ctx, id, { params }) => getOwnTribute(ctx, params.id, id),
  )
  app.serve(memorial.decideTribute, async (ctx, { params, body }) => {
    await decideTribute(ctx, params.id, body.state)
    return undefined
  })
  app.serve(memorial.deleteTribute, async (ctx, { params }) => {
    await deleteTribute(ctx, params.id)
    return undefined
  })
  app.serve(days.sendBirthdayPaw, (ctx, { params }) => sendBirthdayPaw(ctx, params.id))
  app.serve(days.removeBirthdayPaw, (ctx, { params }) => removeBirthdayPaw(ctx, params.id))
}

function peopleRoutes(app: App) {
  app.serve(people.getPetPeople, (ctx, { params }) => listPetPeople(ctx, params.id))
  app.serve(people.changePetRole, (ctx, { params, body }) => changeRole(ctx, params.id, params.user, body))
  app.serve(people.removePetPerson, async (ctx, { params }) => {
    await removePerson(ctx, params.id, params.user)
    return undefined
  })
  app.serve(people.inviteToPet, (ctx, { params, body }) => invitePerson(ctx, params.id, body))
  app.serve(people.cancelPetInvite, async (ctx, { params }) => {
    await cancelInvite(ctx, params.id, params.invite)
    return undefined
  })
  app.serve(people.listPetActions, (ctx, { params, query }) => listPetActions(ctx, params.id, query))
}

function invitationRoutes(app: App) {
  app.serve(people.listInvitations, (ctx) => listInvitations(ctx))
  app.serve(people.getInvitation, (ctx, { params }) => getInvitation(ctx, params.id))
  app.serve(people.acceptInvitation, (ctx, { params }) => acceptInvite(ctx, params.id))
  app.serve(people.declineInvitation, async (ctx, { params }) => {
    await declineInvite(ctx, params.id)
    return undefined
  })
  app.serve(people.openInviteLink, (ctx, { body }) => getInvitationByLink(ctx, body.token))
  app.serve(people.acceptInviteLink, (ctx, { body }) => acceptInviteByLink(ctx, body.token))
}
