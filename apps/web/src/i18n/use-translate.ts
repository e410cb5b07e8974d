import { createContext, useContext } from 'react'
import { type Translate, translator } from './translate.ts'

/** English, for what has no viewer. */
export const english: Translate = translator('en-GB')

/** The viewer's language. Belongs to one render: two people served at once may read different ones. */
export const Language = createContext<Translate>(english)

/** Translation into the viewer's language: `const t = useTranslate()`, then `t(phrases.users.logIn)`. */
export function useTranslate(): Translate {
  return useContext(Language)
}

/** The locale in which times and numbers are written: the viewer's language. */
export function useLocale(): string {
  return 'en-GB'
}
