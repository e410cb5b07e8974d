import { mayDo } from '@pawtrait/contract/pet-roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { petQuery } from '#features/pets/pet-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Content } from '#shell/Content.tsx'
import { PageError } from '#shell/navigation/page-answers.ts'
import { loadsForUser } from '#shell/page.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { PetPeopleView } from './PetPeopleView.tsx'
import { petPeopleQuery } from './people-cache.ts'

export const loader = loadsForUser(async ({ t, queries, call }, { params }) => {
  const pet = await queries.fetchQuery(petQuery(params.slug ?? '', call))
  if (!mayDo(pet.myRole, 'see-people')) throw new PageError(404)
  await queries.prefetchQuery(petPeopleQuery(pet.id, call))
  return {
    head: { title: t(phrases.app.pageTitle, { page: t(phrases.people.title, { name: pet.name }) }), hidden: true },
  }
})

/** `/pets/{slug}/people`, for those who care for the pet; `inviting`: with the question whom to ask. */
export function PetPeoplePage({ inviting = false }: { inviting?: boolean }) {
  const t = useTranslate()
  const { slug = '' } = useParams()
  const { data: pet } = useQuery(petQuery(slug))
  if (!pet) return null
  return (
    <>
      <TopBar title={t(phrases.people.title, { name: pet.name })} back titled />
      <Content>
        <PetPeopleView key={pet.id} pet={pet} inviting={inviting} />
      </Content>
    </>
  )
}
