import type { Notification } from '@pawtrait/contract/notifications.ts'
import { decisionSentences } from '#i18n/en/by-value/notifications/decision-sentences.ts'
import { decisionSubjectsInSentence } from '#i18n/en/by-value/notifications/decision-subjects-in-sentence.ts'
import { decisionUpdateSentences } from '#i18n/en/by-value/notifications/decision-update-sentences.ts'
import { notificationSentences } from '#i18n/en/by-value/notifications/notification-sentences.ts'
import { ownerNotificationSentences } from '#i18n/en/by-value/notifications/owner-notification-sentences.ts'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { ageBetween } from '#lib/time/time.ts'

// Bidi isolates separate the text direction of a name from that of the sentence. `SentenceText` shows them in bold.
const name = (text: string) => `\u2068${text}\u2069`

/** Returns the actors, such as "leila.h, brian.m and 12 others", with each name in bidi isolates. */
function formatActors(t: TranslateFunction, { actors, actorCount }: Notification): string {
  const [first, second] = actors.map(({ username }) => name(username))
  if (!first) return name(t(phrases.notifications.otherActorCount, { count: actorCount }))
  if (!second) return first
  const count = actorCount - actors.length
  if (count <= 0) return t(phrases.notifications.twoActors, { first, second })
  return t(phrases.notifications.manyActors, {
    first,
    second,
    others: name(t(phrases.notifications.otherActorCount, { count })),
  })
}

function formatSubject(t: TranslateFunction, { post }: Notification): string {
  if (post?.petName) return t(phrases.notifications.petPhoto, { pet: name(post.petName) })
  return t(post?.mine ? phrases.notifications.yourPhoto : phrases.notifications.somebodysPhoto)
}

/** Returns the sentence for a birthday, such as "Biscuit turned 4", with the pet's age on that day. */
function formatBirthday(t: TranslateFunction, { pet: celebrated, day, updatedAt }: Notification): string {
  const pet = name(celebrated?.name ?? '')
  const count = celebrated?.birthday ? ageBetween(celebrated.birthday, day ?? updatedAt.slice(0, 10)).years : 0
  return count > 0
    ? t(phrases.notifications.birthdayLine, { pet, count })
    : t(phrases.notifications.birthdayLineWithoutAge, { pet })
}

/**
 * Returns the sentence for a moderation decision, such as "A moderator took down your post". Also covers later changes
 * of the decision.
 */
function formatDecision(
  t: TranslateFunction,
  { what, action, kind, automated }: NonNullable<Notification['decision']>,
): string {
  const subject = t(decisionSubjectsInSentence[kind])
  if (what !== 'decided') return t(decisionUpdateSentences[what], { what: subject })
  // An automatic decision only hides the post or comment until a moderator decides.
  if (automated) return t(phrases.notifications.hiddenByProgram, { what: subject })
  return t(decisionSentences[action], { what: subject })
}

const countedTypes = new Set(['comment-like', 'follow', 'pet-follow', 'pet-person'] as const)
type CountedType = typeof countedTypes extends Set<infer Type> ? Type : never
const isCounted = (type: Notification['type']): type is CountedType => countedTypes.has(type as CountedType)

function formatSentence(t: TranslateFunction, line: Notification): string {
  const { type, actorCount: count } = line
  const actors = formatActors(t, line)
  const pet = name(line.pet?.name ?? '')
  if (type === 'birthday') return formatBirthday(t, line)
  if (line.decision) return formatDecision(t, line.decision)
  if (type === 'like') return t(phrases.notifications.likeLine, { who: actors, count, what: formatSubject(t, line) })
  if (type === 'comment') return t(phrases.notifications.commentLine, { who: actors, what: formatSubject(t, line) })
  if (line.asOwner && (type === 'pet-invite' || type === 'pet-person'))
    return t(ownerNotificationSentences[type], { who: actors, count, pet })
  if (isCounted(type)) return t(notificationSentences[type], { who: actors, count, pet })
  return t(notificationSentences[type], { who: actors, pet })
}

const quotingTypes = new Set<Notification['type']>(['comment', 'reply', 'mention', 'comment-like'])

/**
 * Returns a notification as a sentence with names in bidi isolates, and the quoted comment or story reply. `quote` is
 * empty if there is no quotation.
 */
export function formatNotification(t: TranslateFunction, line: Notification): { sentence: string; quote: string } {
  const sentence = formatSentence(t, line)
  if (line.storyReply) return { sentence, quote: line.storyReply }
  const hasOneActor = line.type === 'comment-like' || line.actorCount === 1
  return { sentence, quote: hasOneActor && quotingTypes.has(line.type) ? (line.comment?.text ?? '') : '' }
}
