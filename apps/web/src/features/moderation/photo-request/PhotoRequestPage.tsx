import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { pageLoader } from '#shell/page.ts'
import { TextPage } from '#shell/TextPage.tsx'
import { PhotoRequestForm } from './PhotoRequestForm.tsx'
import { RequestLookupForm } from './RequestLookupForm.tsx'

export const loader = pageLoader(({ t }) => ({
  head: {
    title: t(phrases.app.pageTitle, { page: t(phrases.photoRequest.title) }),
    description: t(phrases.photoRequest.lead),
  },
}))

/** The page at `/photo-request`, also for visitors. */
export function PhotoRequestPage() {
  const t = useTranslate()
  const steps = [phrases.photoRequest.first, phrases.photoRequest.second, phrases.photoRequest.third]
  const happens = steps.map((step) => <p key={step}>{t(step)}</p>)
  const sections = [
    { id: 'form', title: t(phrases.photoRequest.toForm), body: <PhotoRequestForm /> },
    { id: 'steps', title: t(phrases.photoRequest.steps), body: happens },
    { id: 'state', title: t(phrases.photoRequest.look), body: <RequestLookupForm /> },
  ]
  return (
    <TextPage
      title={t(phrases.photoRequest.title)}
      lead={t(phrases.photoRequest.lead)}
      facts={[]}
      sections={sections}
    />
  )
}
