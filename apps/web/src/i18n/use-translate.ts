import { createContext, useContext } from 'react'
import type { en } from './en.ts'
import { sections } from './sections.ts'
import { type Translate, translator } from './translate.ts'

/** Translation: says a message of the catalogue in the viewer's language. */
export type T = Translate<typeof en>

// The type names every message; a source has brought with it those that it says.
/** English, for what has no viewer. */
export const english: T = translator<typeof en>(sections as typeof en, 'en-GB')

/** The viewer's language. Belongs to one render: two people served at once may read different ones. */
export const Language = createContext<T>(english)

/** `const t = useTranslate()`, then `t('users.logIn')`. */
export function useTranslate(): T {
  return useContext(Language)
}

/** The locale in which times and numbers are written: the viewer's language. */
export function useLocale(): string {
  return 'en-GB'
}
