import { type HouseRule, houseRules } from '@pawtrait/contract/moderation/rules.ts'
import file from '@phosphor-icons/core/regular/file-text.svg?path'
import flag from '@phosphor-icons/core/regular/flag.svg?path'
import scales from '@phosphor-icons/core/regular/scales.svg?path'
import { PhotoRequestLink } from '#features/moderation/photo-request/PhotoRequestLink.tsx'
import { rulesNames } from '#i18n/en/by-value/moderation/rules-names.ts'
import { rulesTexts } from '#i18n/en/by-value/moderation/rules-texts.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { pageLoader } from '#shell/page.ts'
import { TextPage } from '#shell/TextPage.tsx'

export const loader = pageLoader(({ t }) => ({
  head: {
    title: t(phrases.app.pageTitle, { page: t(phrases.rules.rules) }),
    description: t(phrases.rules.lead),
  },
}))

/** `/rules`, with an anchor per rule name for links from statements of reasons. */
export function RulesPage() {
  const t = useTranslate()
  const facts = [
    { icon: flag, title: t(phrases.rules.report), text: t(phrases.rules.reportText) },
    { icon: file, title: t(phrases.rules.why), text: t(phrases.rules.whyText) },
    { icon: scales, title: t(phrases.rules.appeal), text: t(phrases.rules.appealText) },
  ]
  const sections = [
    ...houseRules.map((rule) => ({ id: rule, title: t(rulesNames[rule]), body: <RuleSection rule={rule} /> })),
    { id: 'photo-request', title: t(phrases.photoRequest.shown), body: <PhotoRequestLink /> },
    { id: 'actions', title: t(phrases.rules.actions), body: <Actions /> },
    { id: 'statement', title: t(phrases.rules.statement), body: <StatementText /> },
    { id: 'appeal', title: t(phrases.rules.appeals), body: <p>{t(phrases.rules.appealsText)}</p> },
  ]
  return <TextPage title={t(phrases.rules.rules)} lead={t(phrases.rules.lead)} facts={facts} sections={sections} />
}

function RuleSection({ rule }: { rule: HouseRule }) {
  const t = useTranslate()
  const { wrong, fine, follows } = rulesTexts[rule]
  return (
    <>
      <p>
        <b>{t(phrases.rules.notFine)}</b> {t(wrong)}
      </p>
      <p>
        <b>{t(phrases.rules.fine)}</b> {t(fine)}
      </p>
      <p>
        <b>{t(phrases.rules.usually)}</b> {t(follows)}
      </p>
    </>
  )
}

const actions = [
  phrases.rules.nothing,
  phrases.rules.warning,
  phrases.rules.hidden,
  phrases.rules.takenDown,
  phrases.rules.limited,
  phrases.rules.suspended,
  phrases.rules.banned,
] as const

function Actions() {
  const t = useTranslate()
  return (
    <>
      <p>{t(phrases.rules.actionsLead)}</p>
      {actions.map((action) => (
        <p key={action}>{t(action)}</p>
      ))}
    </>
  )
}

function StatementText() {
  const t = useTranslate()
  return (
    <>
      <p>{t(phrases.rules.statementText)}</p>
      <p>{t(phrases.rules.statementOut)}</p>
    </>
  )
}
