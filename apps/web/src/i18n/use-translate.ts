import { createContext, useContext } from 'react'
import { type Translate, translator } from './translate.ts'

/** Translation: says a message of the catalogue in the viewer's language. */
export type T = Translate

/** English, for what has no viewer. */
export const english: T = translator('en-GB')

/** The viewer's language. Belongs to one render: two people served at once may read different ones. */
export const Language = createContext<T>(english)

/** `const t = useTranslate()`, then `t(phrases.users.logIn)`. */
export function useTranslate(): T {
  return useContext(Language)
}

/** The locale in which times and numbers are written: the viewer's language. */
export function useLocale(): string {
  return 'en-GB'
}
