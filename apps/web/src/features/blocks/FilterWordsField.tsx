import { type FormEvent, useRef, useState } from 'react'
import { filterWordErrorTexts } from '#i18n/en/by-value/moderation/filter-word-error-texts.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { RemovableChip } from '#ui/forms/Chip.tsx'
import { Field } from '#ui/forms/Field.tsx'
import styles from './FilterWordsField.module.css'
import { type FilterWordError, parseFilterWord } from './parse-filter-word.ts'

type FilterWordsProps = { words: readonly string[]; onChange: (words: string[]) => void }

/** The viewer's breed filter words, each with a button to remove it, and a field to add a word. */
export function FilterWordsField({ words, onChange }: FilterWordsProps) {
  const t = useTranslate()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<FilterWordError | null>(null)
  const field = useRef<HTMLFormElement>(null)
  const focusField = () => field.current?.querySelector('input')?.focus()
  const add = (event: FormEvent) => {
    event.preventDefault()
    const parsed = parseFilterWord(typed, words)
    setFault(parsed.fault)
    focusField()
    if (parsed.fault) return
    setTyped('')
    onChange([...words, parsed.word])
  }
  const type = (words: string) => {
    setTyped(words)
    setFault(null)
  }
  const remove = (word: string) => {
    onChange(words.filter((other) => other !== word))
    focusField()
  }
  return (
    <form ref={field} className={styles.words} onSubmit={add} noValidate>
      <WordField value={typed} fault={fault} onChange={type} />
      <Button type="submit" kind="soft" className={styles.add}>
        {t(phrases.blocks.addWord)}
      </Button>
      <WordChips words={words} onRemove={remove} />
    </form>
  )
}

function WordChips({ words, onRemove }: { words: readonly string[]; onRemove: (word: string) => void }) {
  const t = useTranslate()
  if (words.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={t(phrases.blocks.hiddenWordsLabel)}>
      {words.map((word) => (
        <li key={word}>
          <RemovableChip removeLabel={t(phrases.blocks.removeWord, { word })} onRemove={() => onRemove(word)}>
            <bdi>{word}</bdi>
          </RemovableChip>
        </li>
      ))}
    </ul>
  )
}

type WordFieldProps = { value: string; fault: FilterWordError | null; onChange: (typed: string) => void }

function WordField({ value, fault, onChange }: WordFieldProps) {
  const t = useTranslate()
  return (
    <Field
      label={t(phrases.blocks.breedWordLabel)}
      help={t(phrases.blocks.breedWordHelp)}
      error={fault && t(filterWordErrorTexts[fault])}
      name="word"
      autoComplete="off"
      autoCapitalize="none"
      maxLength={60}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
