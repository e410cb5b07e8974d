import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { pageLoader } from '#shell/page.ts'
import { TextPage } from '#shell/TextPage.tsx'
import { PhotoRequestForm } from './PhotoRequestForm.tsx'
import { PhotoRequestLookupForm } from './PhotoRequestLookupForm.tsx'

export const loader = pageLoader(({ t }) => ({
  head: {
    title: t(phrases.app.pageTitle, { page: t(phrases.photoRequest.title) }),
    description: t(phrases.photoRequest.intro),
  },
}))

/** The page at `/photo-request`, also for visitors. */
export function PhotoRequestPage() {
  const t = useTranslate()
  const steps = [phrases.photoRequest.reviewStep, phrases.photoRequest.letterStep, phrases.photoRequest.deletionStep]
  const happens = steps.map((step) => <p key={step}>{t(step)}</p>)
  const sections = [
    { id: 'form', title: t(phrases.photoRequest.formLink), body: <PhotoRequestForm /> },
    { id: 'steps', title: t(phrases.photoRequest.stepsTitle), body: happens },
    { id: 'state', title: t(phrases.photoRequest.lookUpTitle), body: <PhotoRequestLookupForm /> },
  ]
  return (
    <TextPage
      title={t(phrases.photoRequest.title)}
      lead={t(phrases.photoRequest.intro)}
      facts={[]}
      sections={sections}
    />
  )
}
