import { paths } from '@pawtrait/contract/paths.ts'
import { useLocation } from 'react-router'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { PetEditor } from './PetEditor.tsx'

export const loader = userPageLoader(({ t }) => ({ head: createPageHead(t, t(phrases.pets.addPet)) }))

/**
 * The page at `/pets/new`. After saving, the app opens the new pet's page, or the profile if the user came from the
 * profile.
 */
export function NewPetPage() {
  const t = useTranslate()
  const { state } = useLocation()
  const isFromProfile = state === 'profile'
  return (
    <>
      <TopBar title={t(phrases.pets.addPet)} back />
      <MainContent>
        <PetEditor pet={null} nextPath={(pet) => (pet && !isFromProfile ? paths.pet(pet.slug) : paths.profile)} />
      </MainContent>
    </>
  )
}
