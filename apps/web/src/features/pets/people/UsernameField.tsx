import type { MentionSuggestion } from '@pawtrait/contract/mention-suggestions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useDebounced } from '#lib/use-debounced.ts'
import { Field } from '#ui/forms/Field.tsx'
import { HighlightedPrefix, Suggestion } from '#ui/forms/Suggestion.tsx'
import { useCombobox } from '#ui/forms/use-combobox.ts'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { parseUsername } from './parse-username.ts'
import { userSuggestionsQuery } from './pet-people-cache.ts'
import styles from './UsernameField.module.css'

const noSuggestions: MentionSuggestion[] = []
// Maximum length of a query that the API accepts. Usernames are shorter.
const MAX_QUERY_LENGTH = 50

type SuggestionsOptions = { value: string; onChange: (typed: string) => void; refusalOf: (id: string) => string | null }

type UsernameFieldProps = {
  value: string
  onChange: (typed: string) => void
  error?: string | undefined
  /** Returns the reason why a user cannot be invited; null if the user can be invited. */
  refusalOf: (id: string) => string | null
}

/** Combobox for a username, with suggestions while typing. */
export function UsernameField({ value, onChange, error, refusalOf }: UsernameFieldProps) {
  const t = useTranslate()
  const listId = useId()
  const box = useUserSuggestions({ value, onChange, refusalOf })
  return (
    <div className={styles.who}>
      <Field
        label={t(phrases.people.whoLabel)}
        help={t(phrases.people.searchHelp)}
        asId
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={box.isOpen}
        aria-controls={listId}
        aria-activedescendant={box.isOpen && box.at >= 0 ? optionId(listId, box.at) : undefined}
        value={value}
        onChange={({ target }) => box.type(target.value)}
        onKeyDown={box.onKeyDown}
        onBlur={box.close}
        error={error}
      />
      <Suggestions {...box} listId={listId} typed={parseUsername(value)} refusalOf={refusalOf} />
      <p role="status" className="vh">
        {box.isOpen && t(phrases.people.resultCount, { count: box.hits.length })}
      </p>
    </div>
  )
}

type SuggestionsProps = Pick<ReturnType<typeof useUserSuggestions>, 'hits' | 'at' | 'isOpen' | 'pick'> &
  Pick<UsernameFieldProps, 'refusalOf'> & { listId: string; typed: string }

function Suggestions({ listId, hits, at, isOpen, pick, typed, refusalOf }: SuggestionsProps) {
  const t = useTranslate()
  return (
    <div
      id={listId}
      className={styles.list}
      role="listbox"
      aria-label={t(phrases.people.resultsLabel)}
      hidden={!isOpen}
    >
      {isOpen &&
        hits.map((hit, index) => (
          <Suggestion
            key={hit.id}
            id={optionId(listId, index)}
            isActive={index === at}
            isOff={refusalOf(hit.id) !== null}
            onPick={() => pick(hit)}
            picture={<Avatar id={hit.id} name={hit.detail} image={hit.image} size={36} />}
          >
            <HitText hit={hit} typed={typed} reason={refusalOf(hit.id)} />
          </Suggestion>
        ))}
    </div>
  )
}

const optionId = (listId: string, index: number) => `${listId}-${index}`

function HitText({ hit, typed, reason }: { hit: MentionSuggestion; typed: string; reason: string | null }) {
  return (
    <span className={styles.words}>
      <b className="id">
        <HighlightedPrefix text={hit.name} typed={typed} />
      </b>
      <small>
        <HighlightedPrefix text={hit.detail} typed={typed} />
        {reason !== null && ` · ${reason}`}
      </small>
    </span>
  )
}

/** State of the suggestions: users with the typed prefix or, while the field is empty, followed users. */
function useUserSuggestions({ value, onChange, refusalOf }: SuggestionsOptions) {
  const { isWanted, at, show, walk } = useCombobox()
  const name = parseUsername(value)
  const debounced = useDebounced(name, 150)
  const { data } = useQuery({
    ...userSuggestionsQuery(debounced),
    // `debounced` is empty until the first pause in typing. A query with empty text would return followed users, not
    // matches.
    enabled: isWanted && (debounced !== '' || name === '') && debounced.length <= MAX_QUERY_LENGTH,
    placeholderData: keepPreviousData,
  })
  const hits = data?.hits ?? noSuggestions
  const close = () => show(false)
  const pick = (hit: MentionSuggestion) => {
    if (refusalOf(hit.id) !== null) return
    close()
    onChange(hit.name)
  }
  const type = (next: string) => {
    onChange(next)
    show(next !== '')
  }
  return { type, hits, at, close, pick, ...walk(hits, pick) }
}
