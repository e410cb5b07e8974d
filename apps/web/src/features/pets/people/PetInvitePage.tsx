import { PetPeoplePage } from './PetPeoplePage.tsx'

export { loader } from './PetPeoplePage.tsx'

/** The page at `/pets/{slug}/invite`: the people of a pet, with the invite dialog open. */
export const PetInvitePage = () => <PetPeoplePage inviting />
