import { paths } from '@pawtrait/contract/paths.ts'
import { hasPermission } from '@pawtrait/contract/pets/pet-roles.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { useNavigateAndWait } from '#shell/navigation/PageRouter.tsx'
import { PageError } from '#shell/navigation/page-errors.ts'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { DeletePetButton } from './DeletePetButton.tsx'
import { MemorialForm } from './memorial/MemorialForm.tsx'
import { PetEditor } from './PetEditor.tsx'
import { petQuery } from './pet-cache.ts'

export const loader = userPageLoader(async ({ t, queries, call }, { params }) => {
  const pet = await queries.fetchQuery(petQuery(params.slug ?? '', call))
  if (!hasPermission(pet.myRole, 'edit')) throw new PageError(404)
  return { head: createPageHead(t, t(phrases.pets.editPet, { name: pet.name })) }
})

/** The page at `/pets/{slug}/edit`, for owners and family. */
export function EditPetPage() {
  const t = useTranslate()
  const toast = useToast()
  const visit = useNavigateAndWait()
  const queries = useQueryClient()
  const { slug = '' } = useParams()
  const { data: pet } = useQuery(petQuery(slug))
  if (!pet) return null
  const { name } = pet
  const leave = async (leaveFreely: () => void) => {
    leaveFreely()
    toast({ text: t(phrases.pets.pageDeleted, { name }) })
    await visit(paths.profile, { replace: true })
    queries.removeQueries(petQuery(slug))
  }
  return (
    <>
      <TopBar title={t(phrases.pets.editPet, { name })} back />
      <MainContent>
        <PetEditor key={pet.id} pet={pet} nextPath={() => paths.pet(slug)}>
          {(leaveFreely) =>
            hasPermission(pet.myRole, 'delete') && (
              <>
                <MemorialForm pet={pet} />
                <DeletePetButton pet={pet} onDeleted={() => void leave(leaveFreely)} />
              </>
            )
          }
        </PetEditor>
      </MainContent>
    </>
  )
}
