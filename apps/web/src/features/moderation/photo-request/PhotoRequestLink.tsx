import { paths } from '@pawtrait/contract/paths.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Link } from '#ui/Link.tsx'

export function PhotoRequestLink() {
  const t = useTranslate()
  return (
    <p>
      {t(phrases.photoRequest.promptText)}{' '}
      <Link className="link" to={paths.photoRequest}>
        {t(phrases.photoRequest.formLink)}
      </Link>
    </p>
  )
}
