import info from '@phosphor-icons/core/regular/info.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { Button } from '#ui/Button.tsx'
import { SecretField } from '#ui/forms/SecretField.tsx'
import { Note } from '#ui/states/Note.tsx'
import { AuthFormPage } from './AuthFormPage.tsx'
import { UsernameOrEmailField } from './UsernameOrEmailField.tsx'

const scriptMessages = {
  checking: phrases.users.checkingSecret,
  wrong: phrases.erasure.wrongSecret,
  expired: phrases.erasure.linkExpired,
  failed: phrases.erasure.restoreFailed,
  tryAgainIn: phrases.users.tryAgainIn,
  passkeyNotUsed: phrases.passkeys.logInFailed,
  showZipCode: phrases.ui.showZipCode,
  hideZipCode: phrases.ui.hideZipCode,
}
/** Keys of the messages that the page's script may show. */
export type RestoreMessageKey = keyof typeof scriptMessages

/**
 * The page at `/restore`, which restores a deleted account by its former log-in, or by a mailed link
 * (`/restore#token`). Opening the page changes nothing, because mail scanners open links. `?until=` is the last day on
 * which the account can be restored. The redirect after a deletion adds it.
 */
export function RestorePage({ url }: { url: URL }) {
  const t = useTranslate()
  return (
    <AuthFormPage
      title={t(phrases.erasure.pageTitle)}
      lead={t(phrases.erasure.pageText)}
      name="restore"
      submit={t(phrases.erasure.restoreButton)}
      messages={scriptMessages}
      note={<DeletedAccountNote until={url.searchParams.get('until')} />}
      ways={
        <Button kind="ghost" block hidden data-passkey="">
          {t(phrases.passkeys.passkeyButton)}
        </Button>
      }
    >
      <Fields />
    </AuthFormPage>
  )
}

/** Fields for the account and its secret. Hidden when a mailed link identifies the account. */
function Fields() {
  const t = useTranslate()
  return (
    <div data-fields="">
      <UsernameOrEmailField />
      <SecretField
        label={t(phrases.erasure.secretLabel)}
        id="secret"
        name="zipcode"
        autoComplete="current-password"
        required
        showLabel={t(phrases.ui.showZipCode)}
        hideLabel={t(phrases.ui.hideZipCode)}
      />
    </div>
  )
}

function DeletedAccountNote({ until }: { until: string | null }) {
  const t = useTranslate()
  const locale = useLocale()
  if (!until || !/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(Date.parse(until))) return null
  return (
    <div role="status">
      <Note icon={info} tone="plain">
        {t(phrases.erasure.deletedNotice, { day: formatDay(until, locale, 'UTC') })}
      </Note>
    </div>
  )
}
