import { countGraphemes } from '@pawtrait/contract/text/graphemes.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'

/** Returns a function that computes the character counter of a field. The counter counts graphemes. */
export function useCharacterCounter() {
  const t = useTranslate()
  return (text: string, max: number) => {
    const used = countGraphemes(text)
    return {
      used,
      max,
      shown: t(phrases.create.characterCount, { used, max }),
      label: t(phrases.create.charactersLeft, { count: Math.max(0, max - used) }),
    }
  }
}
