import type { MentionHit } from '@pawtrait/contract/mention-hits.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebounced } from '#lib/use-debounced.ts'
import { useCombobox } from '#ui/forms/use-combobox.ts'
import { nameIn } from './name-in.ts'
import { namedUsersQuery } from './people-cache.ts'

const nobody: MentionHit[] = []
// What the call takes, and longer than any name is remembered.
const LONGEST = 50

type Typed = { value: string; onChange: (typed: string) => void; refused: (id: string) => string | null }

/** The users whose name begins as is typed, and which of them the arrows are at. Nothing typed: those one follows. */
export function useNamedUsers({ value, onChange, refused }: Typed) {
  const { isWanted, at, show, walk } = useCombobox()
  const name = nameIn(value)
  const asked = useDebounced(name, 150)
  const { data } = useQuery({
    ...namedUsersQuery(asked),
    // Before the first pause those one follows are not what is meant.
    enabled: isWanted && (asked !== '' || name === '') && asked.length <= LONGEST,
    placeholderData: keepPreviousData,
  })
  const hits = data?.hits ?? nobody
  const close = () => show(false)
  const pick = (hit: MentionHit) => {
    if (refused(hit.id) !== null) return
    close()
    onChange(hit.name)
  }
  const type = (next: string) => {
    onChange(next)
    show(next !== '')
  }
  return { type, hits, at, close, pick, ...walk(hits, pick) }
}
