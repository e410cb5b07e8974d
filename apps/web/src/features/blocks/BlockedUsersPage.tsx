import type { BlockedUserPage as BlockedPart } from '@pawtrait/contract/blocks.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { CardPage } from '#shell/CardPage.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { RowCard, RowDetail, rowListClass } from '#ui/lists/RowCard.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { blockedUsersQuery } from './block-cache.ts'
import { ExcludedUserList } from './ExcludedUserList.tsx'
import { useBlock, useUnblock } from './use-block.ts'

export const loader = userPageLoader(async ({ t, queries, call }) => {
  await queries.prefetchInfiniteQuery(blockedUsersQuery(call))
  return { head: createPageHead(t, t(phrases.blocks.blockedTitle)) }
})

/** The page at `/settings/blocked`: users that the viewer blocks. */
export function BlockedUsersPage() {
  const t = useTranslate()
  return (
    <CardPage title={t(phrases.blocks.blockedTitle)}>
      <p className="muted">{t(phrases.blocks.blockedText)}</p>
      <BlockedList />
    </CardPage>
  )
}

type BlockedUser = BlockedPart['users'][number]

function BlockedList() {
  const t = useTranslate()
  return (
    <ExcludedUserList
      of="blocked"
      emptyAction={
        <Link className={buttonClass({ kind: 'soft' })} to={paths.safety}>
          {t(phrases.app.safety)}
        </Link>
      }
      list={useInfiniteQuery(blockedUsersQuery())}
      itemsOf={({ users }) => users}
      words={{
        label: t(phrases.blocks.blockedTitle),
        failed: t(phrases.blocks.blockedLoadFailed),
        none: t(phrases.blocks.blockedEmptyTitle),
        noneLead: t(phrases.blocks.blockedEmptyText),
      }}
      className={rowListClass}
    >
      {(user) => <BlockedRow key={user.id} user={user} />}
    </ExcludedUserList>
  )
}

/** A blocked user. The row remains after an unblock, with a button to block again, so that the focus is not lost. */
function BlockedRow({ user }: { user: BlockedUser }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const [isBlocked, setBlocked] = useState(true)
  const [block, unblock] = [useBlock(), useUnblock()]
  const { id, username: name, fullname, image, blockedAt } = user
  const change = isBlocked ? unblock : block
  const press = () => change.mutate(id, { onSuccess: () => setBlocked(!isBlocked) })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(blockedAt))
  const action = (
    <Button
      kind={isBlocked ? 'ghost' : 'dangerGhost'}
      small
      busy={change.isPending}
      aria-label={t(isBlocked ? phrases.blocks.unblockWithName : phrases.blocks.blockWithName, { name })}
      onClick={press}
    >
      {t(isBlocked ? phrases.blocks.unblock : phrases.blocks.block)}
    </Button>
  )
  return (
    <>
      <RowCard picture={<Avatar id={id} name={fullname} image={image} size={56} />} action={action}>
        <b>
          <bdi>{fullname}</bdi>
        </b>
        <RowDetail asId>@{name}</RowDetail>
        <span role="status">
          <RowDetail>{isBlocked ? t(phrases.blocks.blockedSince, { day }) : t(phrases.blocks.unblockedNote)}</RowDetail>
        </span>
      </RowCard>
      {change.isError && (
        <li>
          <CallErrorMessage
            title={isBlocked ? t(phrases.blocks.unblockFailed, { name }) : t(phrases.blocks.blockFailed)}
            error={change.error}
          />
        </li>
      )}
    </>
  )
}
