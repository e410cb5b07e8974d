import { type HouseRule, houseRules } from '@pawtrait/contract/moderation/rules.ts'
import file from '@phosphor-icons/core/regular/file-text.svg?path'
import flag from '@phosphor-icons/core/regular/flag.svg?path'
import scales from '@phosphor-icons/core/regular/scales.svg?path'
import { PhotoRequestLink } from '#features/moderation/photo-request/PhotoRequestLink.tsx'
import { ruleLabels } from '#i18n/en/by-value/moderation/rule-labels.ts'
import { ruleTexts } from '#i18n/en/by-value/moderation/rule-texts.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { pageLoader } from '#shell/page-loader.ts'
import { TextPage } from '#shell/TextPage.tsx'

export const loader = pageLoader(({ t }) => ({
  head: {
    title: t(phrases.app.pageTitle, { page: t(phrases.rules.pageTitle) }),
    description: t(phrases.rules.intro),
  },
}))

/** Page at `/rules`. Each rule has an anchor, because moderation decisions link to the rule they apply. */
export function RulesPage() {
  const t = useTranslate()
  const facts = [
    { icon: flag, title: t(phrases.rules.reportTitle), text: t(phrases.rules.reportText) },
    { icon: file, title: t(phrases.rules.reasonTitle), text: t(phrases.rules.reasonText) },
    { icon: scales, title: t(phrases.rules.appealTitle), text: t(phrases.rules.appealText) },
  ]
  const sections = [
    ...houseRules.map((rule) => ({ id: rule, title: t(ruleLabels[rule]), body: <RuleSection rule={rule} /> })),
    { id: 'photo-request', title: t(phrases.photoRequest.promptTitle), body: <PhotoRequestLink /> },
    { id: 'actions', title: t(phrases.rules.actionsTitle), body: <Actions /> },
    { id: 'statement', title: t(phrases.rules.statementTitle), body: <StatementText /> },
    { id: 'appeal', title: t(phrases.rules.appealsTitle), body: <p>{t(phrases.rules.appealsText)}</p> },
  ]
  return <TextPage title={t(phrases.rules.pageTitle)} lead={t(phrases.rules.intro)} facts={facts} sections={sections} />
}

function RuleSection({ rule }: { rule: HouseRule }) {
  const t = useTranslate()
  const { notAllowed, allowed, consequence } = ruleTexts[rule]
  return (
    <>
      <p>
        <b>{t(phrases.rules.notAllowedLabel)}</b> {t(notAllowed)}
      </p>
      <p>
        <b>{t(phrases.rules.allowedLabel)}</b> {t(allowed)}
      </p>
      <p>
        <b>{t(phrases.rules.consequenceLabel)}</b> {t(consequence)}
      </p>
    </>
  )
}

const actions = [
  phrases.rules.dismissAction,
  phrases.rules.warnAction,
  phrases.rules.hideAction,
  phrases.rules.takeDownAction,
  phrases.rules.limitAction,
  phrases.rules.suspendAction,
  phrases.rules.banAction,
] as const

function Actions() {
  const t = useTranslate()
  return (
    <>
      <p>{t(phrases.rules.actionsText)}</p>
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
      <p>{t(phrases.rules.statementLoggedOutText)}</p>
    </>
  )
}
