import type { HouseRule } from '@pawtrait/contract/moderation/rules.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Config } from '#app/config/config.ts'
import { renderEmail } from '#platform/mail/render-email.ts'
import { formatInstant } from '#platform/text/time-zone.ts'
import type { StoredDecisionRow } from './decision-queries.ts'
import { computeAppealDeadline } from './statement-view.ts'

type Addressee = { username: string; email: string; timeZone: string }

const kindNames: Record<StoredDecisionRow['kind'], string> = {
  user: 'profile',
  pet: 'pet’s page',
  post: 'post',
  comment: 'comment',
  story: 'story',
}

/** Names of the house rules. They must equal the names on the rules page; `emails.test.ts` checks this. */
export const ruleNames: Record<HouseRule, string> = {
  cruelty: 'No cruelty to animals',
  children: 'Nothing that harms children',
  harassment: 'No bullying, no threats',
  'private-details': 'No private details of others',
  'nudity-violence': 'No nudity, no violence',
  selling: 'No selling of animals, no scams',
  'not-theirs': 'Only photos you may use',
  spam: 'No spam',
  illegal: 'Nothing illegal',
  other: 'Fair to everyone here',
}

type EmailData = { row: StoredDecisionRow; to: Addressee }

type EmailConfig = Pick<Config, 'publicUrl' | 'timeZone'>

const formatDecision = (config: EmailConfig, { row: { action, kind, until }, to }: EmailData): string => {
  const kindName = kindNames[kind]
  const end = until === null ? '' : formatInstant(new Date(until).toISOString(), to.timeZone, config.timeZone)
  const sentences: Record<StoredDecisionRow['action'], string> = {
    dismiss: 'Nothing was wrong.',
    warn: `A moderator looked at your ${kindName} and sends you a warning.`,
    hide: `Your ${kindName} is hidden: only you see it.`,
    'take-down':
      kind === 'user' ? 'The text and picture of your profile were taken down.' : `Your ${kindName} was taken down.`,
    limit: 'Your account is limited: only people who follow you find you. Others get no notifications about you.',
    suspend: `Your account is suspended until ${end}. It is hidden from everyone, and you can’t log in.`,
    ban: 'Your account is banned. It is hidden from everyone, and you can’t log in any more.',
  }
  return sentences[action]
}

const renderDecisionEmail = ({ publicUrl }: EmailConfig, { row, to }: EmailData, subject: string, lines: string[]) =>
  renderEmail({
    to: to.email,
    subject,
    lines: [`Hello ${to.username},`, ...lines.filter(Boolean)],
    button: { text: 'Read the statement', url: `${publicUrl}${paths.decision(row.id)}` },
    notes: [`The rules: ${publicUrl}${paths.rules}`],
  })

/** Mail to the owner with the decision, its reason, and how to appeal. It names no moderator. */
export const createDecisionEmail = (config: EmailConfig, data: EmailData) => {
  const { rule, note, automated } = data.row
  const end = formatInstant(computeAppealDeadline(data.row).toISOString(), data.to.timeZone, config.timeZone)
  return renderDecisionEmail(config, data, 'About your Pawtrait account: a decision', [
    formatDecision(config, data),
    rule === null ? '' : `The rule: ${ruleNames[rule]}.`,
    note && (automated ? note : `The moderator writes: ${note}`),
    automated ? 'Decided automatically. Nobody has looked yet.' : 'A person decided this.',
    `You can appeal once, until ${end}. Another moderator will read your appeal.`,
  ])
}

export const createUndoneDecisionEmail = (config: EmailConfig, data: EmailData) =>
  renderDecisionEmail(config, data, 'About your Pawtrait account: a decision was undone', [
    'A decision about you was undone. Everything is as it was before.',
  ])

export const createAppealOutcomeEmail = (config: EmailConfig, data: EmailData) => {
  const { outcome, appealNote } = data.row
  return renderDecisionEmail(config, data, 'About your Pawtrait account: your appeal', [
    outcome === 'overturned'
      ? 'Another moderator read your appeal: you were right. Everything is as it was before.'
      : 'Another moderator read your appeal: the decision stays.',
    appealNote && `They write: ${appealNote}`,
  ])
}
