import { paths } from '@pawtrait/contract/paths.ts'
import { type SearchHit, type SearchHitType, searchHitTypes } from '@pawtrait/contract/search.ts'
import { useNavigate } from 'react-router'
import { searchTabLabels } from '#i18n/en/by-value/posts/search-tab-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useSearchParams } from '#lib/use-search-params.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { TabPanel, Tabs } from '#ui/Tabs.tsx'
import { ExploreMosaic } from './ExploreMosaic.tsx'
import { SearchBox } from './SearchBox.tsx'
import styles from './SearchPage.module.css'
import { SearchResults } from './SearchResults.tsx'
import { SpeciesLinks } from './SpeciesLinks.tsx'
import { exploreQuery, searchQuery, trendingTagsQuery } from './search-cache.ts'
import { TrendingTags } from './TrendingTags.tsx'

const MAX_QUERY_LENGTH = 100 // maximum length of a query in characters, as in the contract (search.ts)

function readSearch(params: URLSearchParams): { q: string; type: SearchHitType | null } {
  const type = searchHitTypes.find((known) => known === params.get('type')) ?? null
  return { q: (params.get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH), type }
}

export const loader = userPageLoader(async ({ t, queries, call }, { url }) => {
  const { q, type } = readSearch(url.searchParams)
  if (import.meta.env.SSR)
    await (q
      ? queries.prefetchInfiniteQuery(searchQuery(q, type, call))
      : Promise.all([
          queries.prefetchInfiniteQuery(exploreQuery(call)),
          queries.prefetchQuery(trendingTagsQuery(call)),
        ]))
  const page = q ? t(phrases.search.titleForQuery, { q }) : t(phrases.search.pageTitle)
  return { head: createPageHead(t, page) }
})

/** The page at `/dashboard/search`. It shows Explore, or the hits for `?q=`. `&type=` limits the hits to one type. */
export function SearchPage() {
  const t = useTranslate()
  const navigate = useNavigate()
  const params = useSearchParams()
  const { q, type } = readSearch(params)
  const search = (query: string) => void navigate(paths.search(query, query ? (type ?? undefined) : undefined))
  const pick = (hit: SearchHit) => void navigate(hit.href)
  return (
    <>
      <TopBar title={t(phrases.search.pageTitle)} titled />
      <MainContent>
        <SearchBox q={q} onSearch={search} onPick={pick} />
        {q ? <Results q={q} type={type} /> : <Explore />}
      </MainContent>
    </>
  )
}

/** Content of the page without `?q=`. */
function Explore() {
  return (
    <>
      <SpeciesLinks />
      <TrendingTags />
      <ExploreMosaic />
    </>
  )
}

// Tabs in the order of how often people search for each type.
const kinds = ['pet', 'user', 'post', 'tag', 'place'] as const satisfies readonly SearchHitType[]

function Results({ q, type }: { q: string; type: SearchHitType | null }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const value = type ?? 'all'
  const tabs = (['all', ...kinds] as const).map((id) => ({ id, label: t(searchTabLabels[id]) }))
  const choose = (id: (typeof tabs)[number]['id']) =>
    void navigate(paths.search(q, id === 'all' ? undefined : id), { replace: true })
  return (
    <>
      <div className={styles.tabs}>
        <Tabs name="kinds" label={t(phrases.search.kindsLabel)} tabs={tabs} value={value} onChange={choose} />
      </div>
      <TabPanel name="kinds" value={value}>
        <SearchResults q={q} type={type} />
      </TabPanel>
    </>
  )
}
