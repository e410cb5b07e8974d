import type { Profile } from '@pawtrait/contract/profiles.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { useFollow } from './use-follow.ts'

/**
 * Returns whether the viewer may see the account's content. After an unfollow, the content of a private account is
 * hidden at once.
 */
export function useIsAccountVisible({ id, isPrivate, isOpen, me, followedByMe: known }: Profile): boolean {
  const { followedByMe } = useFollow({ kind: 'user', id }, { followedByMe: known })
  return me || !isPrivate || (isOpen && followedByMe)
}

/** Note in place of content that only followers may see. Says whether the viewer has sent a follow request. */
export function PrivateAccountNote({ profile }: { profile: Profile }) {
  const t = useTranslate()
  const { id, fullname, followedByMe, requestedByMe } = profile
  const follow = useFollow({ kind: 'user', id }, { followedByMe, requestedByMe })
  return (
    <EmptyState picture={<EmptyListArt of="locked" />} title={t(phrases.profiles.privateTitle)}>
      {t(follow.requestedByMe ? phrases.profiles.privateRequestedText : phrases.profiles.privateText, {
        name: fullname,
      })}
    </EmptyState>
  )
}
