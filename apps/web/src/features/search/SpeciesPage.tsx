import { paths } from '@pawtrait/contract/paths.ts'
import { type Species, speciesNames, speciesSlugs } from '@pawtrait/contract/pets/pets.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PaginatedPostGrid } from '#features/posts/PaginatedPostGrid.tsx'
import { speciesPluralLabels } from '#i18n/en/by-value/pets/species-plural-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { PageError } from '#shell/navigation/page-errors.ts'
import { pageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useViewer } from '#shell/viewer.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { SpeciesLinks } from './SpeciesLinks.tsx'
import { speciesPostsQuery } from './search-cache.ts'

const parseSpecies = (segment: string | undefined): Species | undefined =>
  speciesNames.find((species) => speciesSlugs[species] === segment)

export const loader = pageLoader(async ({ queries, call, t }, { params }) => {
  const species = parseSpecies(params.species)
  if (!species) throw new PageError(404)
  const { pages } = await queries.fetchInfiniteQuery(speciesPostsQuery(species, call))
  const name = t(speciesPluralLabels[species])
  const hidden = pages[0]?.ids.length === 0
  const description = t(phrases.search.speciesDescription, { species: name })
  return { head: { title: t(phrases.app.pageTitle, { page: name }), description, ...(hidden && { hidden }) } }
})

/** The page at `/explore/:species` with the newest public photos of a species. It is open to everyone. */
export function SpeciesPage() {
  const species = parseSpecies(useParams().species)
  // The species is always valid, because the loader responds with 404 to an unknown species.
  return species && <Photos key={species} species={species} />
}

function Photos({ species }: { species: Species }) {
  const t = useTranslate()
  const viewer = useViewer()
  const list = useInfiniteQuery(speciesPostsQuery(species))
  const title = t(speciesPluralLabels[species])
  return (
    <>
      <TopBar title={title} back />
      <MainContent>
        {!viewer && <h2 aria-hidden="true">{title}</h2>}
        <SpeciesLinks />
        <PaginatedPostGrid list={list} label={title} empty={<EmptySpecies />} />
      </MainContent>
    </>
  )
}

function EmptySpecies() {
  const t = useTranslate()
  const viewer = useViewer()
  const firstPostLink = (
    <Link className={buttonClass()} to={viewer ? paths.create : paths.signUp} reloadDocument={!viewer}>
      {t(viewer ? phrases.search.postFirstPhoto : phrases.app.signUp)}
    </Link>
  )
  return (
    <EmptyState
      picture={<EmptyListArt of="bowl" />}
      title={t(phrases.search.speciesEmptyTitle)}
      actions={firstPostLink}
    >
      {t(phrases.search.speciesEmptyText)}
    </EmptyState>
  )
}
