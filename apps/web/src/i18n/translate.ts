import { isolateBidi } from '#lib/bidi-isolate.ts'

type PlaceholderName<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceholderName<Rest> : never
// A message with plural forms looks like this: "one: {count} like | other: {count} likes".
type PlaceholderNames<Text> = Text extends `${Intl.LDMLPluralRule}: ${string}`
  ? 'count' | PlaceholderName<Text>
  : PlaceholderName<Text>
type ValueOf<Name extends string> = Name extends 'count' ? number : string | number

/** Arguments of a message: none, or one value per placeholder. Numbers are formatted for the language. */
type Values<Text> = [PlaceholderNames<Text>] extends [never]
  ? []
  : [{ [Name in PlaceholderNames<Text>]: ValueOf<Name> }]

/**
 * Formats a message of the catalogue: `t(phrases.posts.photoCount, { count: 3 })`. A message is a sentence with
 * `{placeholders}`, or plural forms chosen by `count`: `one: {count} like | other: {count} likes`.
 */
export type TranslateFunction = <const Text extends string>(message: Text, ...values: Values<Text>) => string

/** Formats a message that is chosen at run time, so the compiler does not check its placeholders. */
export type MessageFormatter = (message: string, values?: Record<string, string | number>) => string

/** Returns a formatter for messages. `locale` determines the plural rules and the number format. */
export function createMessageFormatter(locale: string): MessageFormatter {
  const plurals = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return (message, values = {}) => {
    const text = /^[a-z]+: .* \| /.test(message) ? selectForm(message, plurals.select(Number(values.count))) : message
    return text.replace(/\{(\w+)\}/g, (_, placeholder: string) => {
      const value = values[placeholder]
      return typeof value === 'number' ? numbers.format(value) : isolateBidi(value ?? '')
    })
  }
}

/** Returns a typed translator for one language. A call without a value for each placeholder does not compile. */
export const createTranslator = (locale: string): TranslateFunction => createMessageFormatter(locale)

function selectForm(message: string, rule: string): string {
  const forms = message.split(' | ')
  const form = forms.find((candidate) => candidate.startsWith(`${rule}: `)) ?? forms.at(-1) ?? ''
  return form.slice(form.indexOf(': ') + 2)
}
