import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'

/** Templates of log-out errors on a page without React, for `attachLogOutButton`. `name` is the viewer's username. */
export function StaticLogOutErrors({ name }: { name: string }) {
  const t = useTranslate()
  return (
    <>
      <div data-slot="log-out" />
      <template id="log-out-failed">
        <ErrorBox title={t(phrases.users.logOutFailed)} />
      </template>
      <template id="log-out-offline">
        <ErrorBox title={t(phrases.users.logOutOffline)} />
      </template>
      <template id="other-account">
        <ErrorBox title={t(phrases.users.accountSwitched, { name })}>{t(phrases.users.stillLoggedIn)}</ErrorBox>
      </template>
    </>
  )
}
