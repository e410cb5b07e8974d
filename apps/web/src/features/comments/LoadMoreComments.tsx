import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { LoadMore, toPaginationState } from '#shell/LoadMore.tsx'
import { Button } from '#ui/Button.tsx'
import type { useComments } from './use-comments.ts'

const loadMorePhrases = {
  more: phrases.comments.showMore,
  loading: phrases.comments.loadingLabel,
  failed: phrases.comments.loadFailed,
}

/** Loads the next page of comments when the end of the list is near the viewport. */
export function LoadMoreComments({ list }: { list: ReturnType<typeof useComments> }) {
  const t = useTranslate()
  // Comments above the viewer's new comment load only on a press, because loading them would move the new comment.
  if (list.endsAhead && !list.isFetchNextPageError)
    return (
      <Button kind="quiet" small busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {t(phrases.comments.showMore)}
      </Button>
    )
  return <LoadMore {...toPaginationState(list)} words={loadMorePhrases} />
}
