import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'

type MoreButtonProps = {
  /** What `useInfiniteQuery` says of the list. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  /** "Show earlier ones" unless given. */
  label?: string
}

/** The next page of a list on request; nothing when the list has ended. */
export function MoreButton({ list, label }: MoreButtonProps) {
  const t = useTranslate()
  if (!list.hasNextPage) return null
  return (
    <Button kind="ghost" small busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {label ?? t(phrases.ui.earlier)}
    </Button>
  )
}
