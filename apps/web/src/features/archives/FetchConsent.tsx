import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { Checkbox } from '#ui/forms/Checkbox.tsx'

type FetchConsentProps = {
  /** Servers where photos still are. */
  hosts: readonly string[]
  agreed: boolean
  onChange: (agreed: boolean) => void
}

/** Asks before any photo is fetched from the old server, and says what that server gets to see. */
export function FetchConsent({ hosts, agreed, onChange }: FetchConsentProps) {
  const t = useTranslate()
  const list = new Intl.ListFormat(useLocale())
  return (
    <Checkbox
      label={t(phrases.archives.fetchFrom, { hosts: list.format(hosts) })}
      help={t(phrases.archives.fetchHelp)}
      checked={agreed}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}
