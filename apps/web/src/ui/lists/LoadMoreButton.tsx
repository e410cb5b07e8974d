import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'

type LoadMoreButtonProps = {
  /** Result of `useInfiniteQuery`. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  /** Label of the button; "Show earlier ones" by default. */
  label?: string
}

/** Button that loads the next page. Renders nothing at the end of the list. */
export function LoadMoreButton({ list, label }: LoadMoreButtonProps) {
  const t = useTranslate()
  if (!list.hasNextPage) return null
  return (
    <Button kind="ghost" small busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {label ?? t(phrases.ui.showEarlier)}
    </Button>
  )
}
