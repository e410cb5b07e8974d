import { PetPeoplePage } from './PetPeoplePage.tsx'

export { loader } from './PetPeoplePage.tsx'

/** `/pets/{slug}/invite`: the people of a pet, with the question whom to ask. */
export const PetInvitePage = () => <PetPeoplePage inviting />
