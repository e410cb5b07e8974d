import { createContext, useContext } from 'react'
import { createTranslator, type TranslateFunction } from './translate.ts'

/** English translator. English is the only language so far. */
export const englishTranslator = createTranslator('en-GB')

/**
 * Translator for the viewer's language. Not a global variable, because the server renders for several users at once.
 */
export const TranslatorContext = createContext<TranslateFunction>(englishTranslator)

/** Returns the translator: `const t = useTranslate()`, then `t(phrases.users.logIn)`. */
export function useTranslate(): TranslateFunction {
  return useContext(TranslatorContext)
}

/** Returns the locale for times and numbers. */
export function useLocale(): string {
  return 'en-GB'
}
