type Place<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Place<Rest> : never
// "one: {count} like | other: {count} likes".
type Places<Text> = Text extends `${Intl.LDMLPluralRule}: ${string}` ? 'count' | Place<Text> : Place<Text>
type ValueOf<Name extends string> = Name extends 'count' ? number : string | number

/** The values a message needs: none, or one for each of its places. Numbers are written as the language does. */
type Values<Text> = [Places<Text>] extends [never] ? [] : [{ [Name in Places<Text>]: ValueOf<Name> }]

/**
 * Says a message of the catalogue: `t(phrases.posts.likes, { count: 3 })`. A message is a sentence with `{places}`, or
 * its plural forms, `one: {count} like | other: {count} likes`, chosen by the value `count`.
 */
export type Translate = <const Text extends string>(message: Text, ...values: Values<Text>) => string

/** Says messages that are known only when it runs. */
export type FormatMessage = (message: string, values?: Record<string, string | number>) => string

/** A translator that checks nothing. `locale` decides plural forms and how numbers are written. */
export function messageFormatter(locale: string): FormatMessage {
  const plurals = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return (message, values = {}) => {
    const text = /^[a-z]+: .* \| /.test(message) ? formOf(message, plurals.select(Number(values.count))) : message
    return text.replace(/\{(\w+)\}/g, (_, place: string) => {
      const value = values[place]
      return typeof value === 'number' ? numbers.format(value) : (value ?? '')
    })
  }
}

/** A translator for one language: a value for each place of a message, or it does not compile. */
export const translator = (locale: string): Translate => messageFormatter(locale)

function formOf(message: string, rule: string): string {
  const forms = message.split(' | ')
  const form = forms.find((one) => one.startsWith(`${rule}: `)) ?? forms.at(-1) ?? ''
  return form.slice(form.indexOf(': ') + 2)
}
