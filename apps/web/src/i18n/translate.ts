/** A sentence with `{places}`, or its plural forms, chosen by the value `count`. */
export type Message = string | PluralMessage
type PluralMessage = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** A language: sections of messages. English decides which there must be. */
export type Catalogue = Record<string, Record<string, Message>>

type Place<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Place<Rest> : never
type Places<Said> = Said extends string ? Place<Said> : Said extends object ? 'count' | Place<Said[keyof Said]> : never
type ValueOf<Name extends string> = Name extends 'count' ? number : string | number

/** The values a message needs: none, or one for each of its places. Numbers are written as the language does. */
export type Values<Said> = [Places<Said>] extends [never] ? [] : [{ [Name in Places<Said>]: ValueOf<Name> }]

/** Every key of a catalogue: "section.message". */
export type KeyOf<C> = {
  [S in keyof C & string]: `${S}.${keyof C[S] & string}`
}[keyof C & string]

/** The message of a key. */
export type MessageOf<C, Key> = Key extends `${infer S}.${infer M}`
  ? S extends keyof C
    ? M extends keyof C[S]
      ? C[S][M]
      : never
    : never
  : never

/** Says a message by its key, with the values for its places. */
export type FormatMessage = (key: string, values?: Record<string, string | number>) => string

/** A second language: the same sections and messages as the first, in its own words and plural forms. */
export type TranslationOf<C> = { [S in keyof C]: { [M in keyof C[S]]: Message } }

/** Says a message: `t('posts.likes', { count: 3 })`. */
export type Translate<C> = <Key extends KeyOf<C>>(key: Key, ...values: Values<MessageOf<C, Key>>) => string

/** Says messages whose keys are known only when it runs. @throws Error when there is no such message. */
export function messageFormatter(catalogue: Catalogue, locale: string): FormatMessage {
  const plurals = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return (key, values = {}) => {
    const [section, name] = key.split('.') as [string, string]
    const message = catalogue[section]?.[name]
    if (message === undefined) throw new Error(`No message ${key}`)
    const text = typeof message === 'string' ? message : formOf(message, plurals.select(Number(values.count)))
    return text.replace(/\{(\w+)\}/g, (_, place: string) => {
      const value = values[place]
      return typeof value === 'number' ? numbers.format(value) : (value ?? '')
    })
  }
}

/** A translator for one language. `locale` decides plural forms and how numbers are written. */
export function translator<C extends Catalogue>(catalogue: TranslationOf<C>, locale: string): Translate<C> {
  return messageFormatter(catalogue, locale)
}

function formOf(message: PluralMessage, rule: Intl.LDMLPluralRule): string {
  return message[rule] ?? message.other
}
