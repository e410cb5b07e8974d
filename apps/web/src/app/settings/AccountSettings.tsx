import { paths } from '@pawtrait/contract/paths.ts'
import person from '@phosphor-icons/core/regular/identification-card.svg?path'
import receipt from '@phosphor-icons/core/regular/receipt.svg?path'
import { useQuery } from '@tanstack/react-query'
import { premiumQuery } from '#features/premium/premium-cache.ts'
import { EmailRow } from '#features/users/credentials/EmailRow.tsx'
import { UsernameRow } from '#features/users/credentials/UsernameRow.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useEndTime } from '#lib/use-end-time.ts'
import { SettingsSection } from '#shell/SettingsSection.tsx'
import { useViewer } from '#shell/viewer.ts'
import { buttonClass } from '#ui/Button.tsx'
import { IconRow } from '#ui/IconRow.tsx'
import { Link } from '#ui/Link.tsx'

/** Who one is here, how one is reached, and the plan. */
export function AccountSettings() {
  const t = useTranslate()
  const viewer = useViewer()
  if (!viewer) return null
  const edit = (
    <Link className={buttonClass({ kind: 'ghost', small: true })} to={paths.editProfile}>
      {t(phrases.settings.editProfile)}
    </Link>
  )
  return (
    <SettingsSection id="account" help={t(phrases.settings.accountHelp)}>
      <IconRow icon={person} title={t(phrases.settings.nameAndPicture)} action={edit}>
        {viewer.fullname}
      </IconRow>
      <UsernameRow viewer={viewer} />
      <EmailRow viewer={viewer} />
      <PlanRow />
    </SettingsSection>
  )
}

/** Until when Premium is on, where it is; the way to what was paid. */
function PlanRow() {
  const t = useTranslate()
  const endTime = useEndTime()
  const { data: status } = useQuery(premiumQuery())
  const until = status?.state === 'active' ? status.until : null
  const plan = t(phrases.settings.plan)
  const open = (
    <Link
      className={buttonClass({ kind: 'ghost', small: true })}
      to={paths.payments}
      aria-label={t(phrases.settings.openNamed, { what: plan })}
    >
      {t(phrases.settings.open)}
    </Link>
  )
  return (
    <IconRow icon={receipt} title={plan} action={open}>
      {until ? t(phrases.settings.planOn, { day: endTime(until) }) : t(phrases.settings.planHelp)}
    </IconRow>
  )
}
