import { useTranslate } from '#i18n/use-translate.ts'
import { ErrorBox } from '#ui/ErrorBox.tsx'

/** What a page without React says of a log-out that failed: `startLogOut` shows it. */
export function LogOutNotes() {
  const t = useTranslate()
  return (
    <>
      <div data-slot="log-out" />
      <template id="log-out-failed">
        <ErrorBox title={t('users.logOutFailed')} />
      </template>
    </>
  )
}
