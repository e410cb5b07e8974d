import type { HiddenItem } from '@pawtrait/contract/blocks.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import hideIcon from '@phosphor-icons/core/regular/eye-slash.svg?path'
import { useInfiniteQuery } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useFormatEndTime } from '#lib/time/use-format-end-time.ts'
import { CardPage } from '#shell/CardPage.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { IconRow } from '#ui/lists/IconRow.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { ExcludedUserList } from './ExcludedUserList.tsx'
import { hiddenSubjectsQuery } from './hide-cache.ts'
import { type HiddenSubject, useUnhide } from './use-hide.ts'

export const loader = userPageLoader(async ({ t, queries, call }) => {
  await queries.prefetchInfiniteQuery(hiddenSubjectsQuery(call))
  return { head: createPageHead(t, t(phrases.blocks.hiddenTitle)) }
})

/** The page at `/settings/hidden`: users and pets with hidden posts. */
export function HiddenPostsPage() {
  const t = useTranslate()
  return (
    <CardPage title={t(phrases.blocks.hiddenTitle)}>
      <p className="muted">{t(phrases.blocks.hiddenText)}</p>
      <HiddenList />
    </CardPage>
  )
}

const toHiddenSubject = (hidden: HiddenItem): HiddenSubject & { name: string } =>
  hidden.type === 'user'
    ? { type: 'user', id: hidden.user.id, name: `@${hidden.user.username}` }
    : { type: 'pet', id: hidden.pet.id, name: hidden.pet.name }

/** List of users and pets with hidden posts, each with a button to show them again. */
function HiddenList() {
  const t = useTranslate()
  const toast = useToast()
  const unhide = useUnhide()
  const show = (hidden: ReturnType<typeof toHiddenSubject>) =>
    unhide.mutate([hidden], {
      onSuccess: () => toast({ text: t(phrases.blocks.unhiddenToast, { name: hidden.name }) }),
    })
  return (
    <>
      <ExcludedUserList
        of="hidden"
        emptyAction={
          <Link className={buttonClass({ kind: 'soft' })} to={paths.premium}>
            {t(phrases.app.premium)}
          </Link>
        }
        list={useInfiniteQuery(hiddenSubjectsQuery())}
        itemsOf={({ hidden }) => hidden}
        words={{
          label: t(phrases.blocks.hiddenTitle),
          failed: t(phrases.blocks.hiddenLoadFailed),
          none: t(phrases.blocks.hiddenEmptyTitle),
          noneLead: t(phrases.blocks.hiddenEmptyText),
        }}
      >
        {(line) => <HiddenRow key={toHiddenSubject(line).id} line={line} onShow={() => show(toHiddenSubject(line))} />}
      </ExcludedUserList>
      <CallErrorMessage title={t(phrases.blocks.unhideFailed)} error={unhide.error} />
    </>
  )
}

function HiddenRow({ line, onShow }: { line: HiddenItem; onShow: () => void }) {
  const t = useTranslate()
  const formatEnd = useFormatEndTime()
  const { name } = toHiddenSubject(line)
  const action = (
    <Button kind="ghost" small aria-label={t(phrases.blocks.showAgainWithName, { name })} onClick={onShow}>
      {t(phrases.blocks.showAgain)}
    </Button>
  )
  return (
    <IconRow as="li" icon={hideIcon} title={name} action={action}>
      {line.until ? t(phrases.blocks.hiddenUntil, { day: formatEnd(line.until) }) : t(phrases.blocks.hiddenForever)}
    </IconRow>
  )
}
