import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { isDataSaverOn } from '#lib/data-saver.ts'
import { useHasHydrated } from '#lib/time/use-now.ts'
import { Switch } from '#ui/forms/Switch.tsx'

const YEAR_SECONDS = 31_536_000

/** Data-saving switch of this device: small photos and no prefetching. A cookie tells the server. */
export function DataSavingSwitch() {
  const t = useTranslate()
  const isBrowser = useHasHydrated()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const choose = (on: boolean) => {
    setChosen(on)
    document.cookie = `less_data=1; path=/; max-age=${on ? YEAR_SECONDS : 0}; samesite=lax`
  }
  return (
    <Switch
      label={t(phrases.settings.lessDataLabel)}
      help={t(phrases.settings.lessDataHelp)}
      checked={chosen ?? (isBrowser && isDataSaverOn())}
      onChange={choose}
    />
  )
}
