import { paths } from '@pawtrait/contract/paths.ts'
import { useNavigate } from 'react-router'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Content } from '#shell/Content.tsx'
import { loadsForUser } from '#shell/page.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useOwnPets, useViewer } from '#shell/viewer.ts'
import { useToast } from '#ui/Toast.tsx'
import { StoryForm } from './StoryForm.tsx'

export const loader = loadsForUser(({ t }) => ({
  head: { title: t(phrases.app.pageTitle, { page: t(phrases.stories.newStory) }), hidden: true },
}))

/** `/stories/new` */
export function NewStoryPage() {
  const t = useTranslate()
  const viewer = useViewer()
  const pets = useOwnPets()
  const navigate = useNavigate()
  const toast = useToast()
  const published = () => {
    toast({ text: t(phrases.stories.hung) })
    void navigate(paths.feed)
  }
  return (
    <>
      <TopBar title={t(phrases.stories.newStory)} back />
      <Content>
        {viewer && <StoryForm viewer={viewer.id} pets={pets} newPetHref={paths.newPet} onPublished={published} />}
      </Content>
    </>
  )
}
