import { paths } from '@pawtrait/contract/paths.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { feedQuery } from './feed-cache.ts'

// Picture and suggestions are loaded lazily, because few users see an empty feed.
const EmptyFrameScene = lazyComponent(
  async () => (await import('#ui/art/EmptyFrameScene.tsx')).EmptyFrameScene,
  <svg width="18.75rem" height="13.75rem" aria-hidden="true" />,
  { isDecoration: true },
)
const SuggestionList = lazyComponent(async () => (await import('./SuggestionList.tsx')).SuggestionList)

/** Empty state of the feed, with suggestions of pets and users to follow. */
export function FeedEmpty() {
  const t = useTranslate()
  const queries = useQueryClient()
  const [hasFollowed, setHasFollowed] = useState(false)
  const reloadFeed = () => void queries.resetQueries({ queryKey: feedQuery().queryKey })
  return (
    <>
      <EmptyState
        picture={<EmptyFrameScene plate={t(phrases.app.emptyFramePlateText)} />}
        title={t(phrases.feed.emptyTitle)}
        actions={
          <>
            {hasFollowed ? (
              <Button onClick={reloadFeed}>{t(phrases.feed.seePosts)}</Button>
            ) : (
              <Link className={buttonClass()} to={paths.search()}>
                {t(phrases.feed.findPets)}
              </Link>
            )}
            <Link className={buttonClass({ kind: 'ghost' })} to={paths.create}>
              {t(phrases.feed.postFirstPhoto)}
            </Link>
          </>
        }
      >
        {t(phrases.feed.emptyText)}
      </EmptyState>
      <SuggestionList onFollow={() => setHasFollowed(true)} />
    </>
  )
}
