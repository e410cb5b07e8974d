import type { SearchHit } from '@pawtrait/contract/search.ts'
import glass from '@phosphor-icons/core/regular/magnifying-glass.svg?path'
import { type FormEvent, useId } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { SearchField } from '#ui/forms/SearchField.tsx'
import { Suggestion } from '#ui/forms/Suggestion.tsx'
import { HitPicture } from './HitPicture.tsx'
import { HitDetail, hitTypeLabels } from './HitRow.tsx'
import { MatchedText } from './MatchedText.tsx'
import styles from './SearchBox.module.css'
import { useSearchBox } from './use-search-box.ts'

type SearchBoxProps = {
  q: string
  onSearch: (q: string) => void
  onPick: (hit: SearchHit) => void
}

/**
 * Search field with suggestions, after the ARIA combobox pattern. The focus stays in the field. Arrow keys move
 * through the list and wrap; Enter selects the active hit, or searches; Esc closes the list.
 */
export function SearchBox({ q, onSearch, onPick }: SearchBoxProps) {
  const t = useTranslate()
  const listId = useId()
  const box = useSearchBox({ q, onPick })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    box.close()
    onSearch(box.typed.trim())
  }
  return (
    <form className={styles.box} role="search" onSubmit={submit}>
      <div className={styles.field}>
        <SearchField
          label={t(phrases.search.fieldLabel)}
          placeholder={t(phrases.search.fieldPlaceholder)}
          icon={glass}
          name="q"
          value={box.typed}
          maxLength={100}
          enterKeyHint="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={box.isOpen}
          aria-controls={listId}
          aria-activedescendant={box.isOpen && box.at >= 0 ? optionId(listId, box.at) : undefined}
          onChange={({ target }) => box.type(target.value)}
          onKeyDown={box.onKeyDown}
          onBlur={box.close}
        />
        <SuggestionList listId={listId} {...box} />
      </div>
      <Button type="submit" className={styles.button}>
        {t(phrases.search.pageTitle)}
      </Button>
    </form>
  )
}

const optionId = (listId: string, index: number) => `${listId}-${index}`

type SuggestionListProps = Pick<ReturnType<typeof useSearchBox>, 'typed' | 'hits' | 'at' | 'isOpen' | 'pick'> & {
  listId: string
}

function SuggestionList({ listId, typed, hits, at, isOpen, pick }: SuggestionListProps) {
  const t = useTranslate()
  return (
    <>
      <div
        id={listId}
        className={styles.list}
        role="listbox"
        aria-label={t(phrases.search.suggestionsLabel)}
        hidden={!isOpen}
      >
        {isOpen &&
          hits.map((hit, index) => (
            <Suggestion
              key={`${hit.type} ${hit.id}`}
              id={optionId(listId, index)}
              isActive={index === at}
              onPick={() => pick(hit)}
              picture={<HitPicture hit={hit} size={36} />}
            >
              <HitText hit={hit} q={typed} />
            </Suggestion>
          ))}
      </div>
      <p role="status" className="vh">
        {isOpen && t(phrases.search.suggestionCount, { count: hits.length })}
      </p>
    </>
  )
}

function HitText({ hit, q }: { hit: SearchHit; q: string }) {
  const t = useTranslate()
  return (
    <span className={styles.words}>
      <span>
        <span className={styles.kind}>{t(hitTypeLabels[hit.type])} </span>
        <b>
          {hit.type === 'tag' && '#'}
          <MatchedText text={hit.name} q={q} />
        </b>
      </span>
      <HitDetail hit={hit} q={q} />
    </span>
  )
}
