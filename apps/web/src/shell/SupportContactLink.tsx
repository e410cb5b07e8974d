import { use } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { SupportContactContext } from './support-contact.ts'

/** Link to the support contact; renders nothing when the operator has set none. */
export function SupportContactLink({ className }: { className?: string | undefined }) {
  const t = useTranslate()
  const contact = use(SupportContactContext)
  if (!contact) return null
  return (
    <p className={className}>
      {t(phrases.app.supportPrompt)}{' '}
      <a className="link id" href={contact}>
        {contact.replace(/^(mailto:|https:\/\/)/, '')}
      </a>
    </p>
  )
}
