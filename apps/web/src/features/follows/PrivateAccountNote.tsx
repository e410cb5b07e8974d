import type { Profile } from '@pawtrait/contract/profiles.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { useFollow } from './use-follow.ts'

/** Returns whether the viewer may see the account. Includes a follow since the profile was last fetched. */
export function useMaySeeAccount({ id, isPrivate, isOpen, me, followedByMe: known }: Profile): boolean {
  const { followedByMe } = useFollow({ kind: 'user', id }, { followedByMe: known })
  return me || !isPrivate || (isOpen && followedByMe)
}

/** Note that replaces content for followers only. Says whether the viewer has requested to follow. */
export function PrivateAccountNote({ profile }: { profile: Profile }) {
  const t = useTranslate()
  const { id, fullname, followedByMe, requestedByMe } = profile
  const follow = useFollow({ kind: 'user', id }, { followedByMe, requestedByMe })
  return (
    <EmptyState picture={<EmptyArt of="locked" />} title={t(phrases.profiles.privateTitle)}>
      {t(follow.requestedByMe ? phrases.profiles.privateRequestedText : phrases.profiles.privateText, {
        name: fullname,
      })}
    </EmptyState>
  )
}
