import { useQuery } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { mailEnabledQuery } from '#shell/instance-config.ts'
import { pageLoader } from '#shell/page-loader.ts'
import { TextPage } from '#shell/TextPage.tsx'
import { PhotoRequestForm } from './PhotoRequestForm.tsx'
import { PhotoRequestLookupForm } from './PhotoRequestLookupForm.tsx'

export const loader = pageLoader(async ({ t, queries, call }) => {
  await queries.prefetchQuery(mailEnabledQuery(call))
  return {
    head: {
      title: t(phrases.app.pageTitle, { page: t(phrases.photoRequest.title) }),
      description: t(phrases.photoRequest.intro),
    },
  }
})

/** The page at `/photo-request`, where users and visitors can request the removal of a photo. */
export function PhotoRequestPage() {
  const t = useTranslate()
  const { data: canMail = false } = useQuery(mailEnabledQuery())
  const { reviewStep, emailStep, numberStep, deletionStep } = phrases.photoRequest
  const steps = [reviewStep, canMail ? emailStep : numberStep, deletionStep]
  const stepParagraphs = steps.map((step) => <p key={step}>{t(step)}</p>)
  const sections = [
    { id: 'form', title: t(phrases.photoRequest.formLink), body: <PhotoRequestForm canMail={canMail} /> },
    { id: 'steps', title: t(phrases.photoRequest.stepsTitle), body: stepParagraphs },
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
