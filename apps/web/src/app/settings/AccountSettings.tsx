import { paths } from '@pawtrait/contract/paths.ts'
import person from '@phosphor-icons/core/regular/identification-card.svg?path'
import receipt from '@phosphor-icons/core/regular/receipt.svg?path'
import scales from '@phosphor-icons/core/regular/scales.svg?path'
import { useQuery } from '@tanstack/react-query'
import { AgeRow } from '#features/age/AgeRow.tsx'
import { premiumQuery } from '#features/premium/premium-cache.ts'
import { EmailRow } from '#features/sign-in/credentials/EmailRow.tsx'
import { UsernameRow } from '#features/sign-in/credentials/UsernameRow.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useFormatEndTime } from '#lib/time/use-format-end-time.ts'
import { SettingsSection } from '#shell/SettingsSection.tsx'
import { useViewer } from '#shell/viewer.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { IconRow } from '#ui/lists/IconRow.tsx'

/** Account settings: name, username, email, age, plan and decisions. */
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
        <bdi>{viewer.fullname}</bdi>
      </IconRow>
      <UsernameRow viewer={viewer} />
      <EmailRow viewer={viewer} />
      <AgeRow />
      <PlanRow />
      <DecisionsRow />
    </SettingsSection>
  )
}

/** Settings row that shows when Premium ends and links to the payments page. */
function PlanRow() {
  const t = useTranslate()
  const formatEnd = useFormatEndTime()
  const { data: status } = useQuery(premiumQuery())
  const until = status?.state === 'active' ? status.until : null
  const plan = t(phrases.settings.planTitle)
  return (
    <IconRow icon={receipt} title={plan} action={<OpenLink to={paths.payments} what={plan} />}>
      {until ? t(phrases.settings.planOn, { day: formatEnd(until) }) : t(phrases.settings.planHelp)}
    </IconRow>
  )
}

/** Settings row that links to the moderation decisions about the viewer. */
function DecisionsRow() {
  const t = useTranslate()
  const title = t(phrases.decisions.decisionsTitle)
  return (
    <IconRow icon={scales} title={title} action={<OpenLink to={paths.decisions} what={title} />}>
      {t(phrases.decisions.decisionsHelp)}
    </IconRow>
  )
}

function OpenLink({ to, what }: { to: string; what: string }) {
  const t = useTranslate()
  return (
    <Link
      className={buttonClass({ kind: 'ghost', small: true })}
      to={to}
      aria-label={t(phrases.settings.openLinkLabel, { what })}
    >
      {t(phrases.settings.openLink)}
    </Link>
  )
}
