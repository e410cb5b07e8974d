import { paths } from '@pawtrait/contract/paths.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import muteIcon from '@phosphor-icons/core/regular/bell-slash.svg?path'
import { useInfiniteQuery } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CardPage } from '#shell/CardPage.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { IconRow } from '#ui/lists/IconRow.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { ExcludedUserList } from './ExcludedUserList.tsx'
import { mutedUsersQuery } from './mute-cache.ts'
import { useMute } from './use-mute.ts'

export const loader = userPageLoader(async ({ t, queries, call }) => {
  await queries.prefetchInfiniteQuery(mutedUsersQuery(call))
  return { head: createPageHead(t, t(phrases.blocks.mutedTitle)) }
})

/** The page at `/settings/muted`: users that the viewer mutes. */
export function MutedUsersPage() {
  const t = useTranslate()
  return (
    <CardPage title={t(phrases.blocks.mutedTitle)}>
      <p className="muted">{t(phrases.blocks.mutedText)}</p>
      <MutedList />
    </CardPage>
  )
}

function MutedList() {
  const t = useTranslate()
  return (
    <ExcludedUserList
      of="muted"
      emptyAction={
        <Link className={buttonClass({ kind: 'soft' })} to={paths.feed}>
          {t(phrases.app.goToFeed)}
        </Link>
      }
      list={useInfiniteQuery(mutedUsersQuery())}
      itemsOf={({ users }) => users}
      words={{
        label: t(phrases.blocks.mutedTitle),
        failed: t(phrases.blocks.mutedLoadFailed),
        none: t(phrases.blocks.mutedEmptyTitle),
        noneLead: t(phrases.blocks.mutedEmptyText),
      }}
    >
      {(user) => <MutedRow key={user.id} user={user} />}
    </ExcludedUserList>
  )
}

function MutedRow({ user: { id, username, fullname } }: { user: UserCard }) {
  const t = useTranslate()
  const toast = useToast()
  const mute = useMute(id)
  const onSuccess = () => toast({ text: t(phrases.blocks.unmutedToast, { name: username }) })
  const action = (
    <Button
      kind="ghost"
      small
      busy={mute.isPending}
      aria-label={t(phrases.blocks.unmuteWithName, { name: username })}
      onClick={() => mute.mutate(false, { onSuccess })}
    >
      {t(phrases.blocks.unmute)}
    </Button>
  )
  return (
    <>
      <IconRow as="li" icon={muteIcon} title={fullname} action={action}>
        @{username}
      </IconRow>
      {mute.isError && (
        <li>
          <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={mute.error} />
        </li>
      )}
    </>
  )
}
