import { PetPeoplePage } from './PetPeoplePage.tsx'

export { loader } from './PetPeoplePage.tsx'

/** The page at `/pets/{slug}/invite`, which is the page of a pet's people with the invite dialog open. */
export const PetInvitePage = () => <PetPeoplePage inviting />
