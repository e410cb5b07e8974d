import { createMessageFormatter, type MessageFormatter } from '#i18n/translate.ts'

/** Returns a message that the page includes, formatted with values. */
export type TranslateMessage<Key extends string> = (key: Key, values?: Parameters<MessageFormatter>[1]) => string

/** Returns a formatter for the messages that the page includes (`ScriptMessagesBlock`), in the language of the page. */
export function readTranslator<Key extends string>(): TranslateMessage<Key> {
  const block = document.getElementById('messages')?.textContent ?? '{}'
  // The cast is safe, because the server renders the block from the message catalogue.
  const messages = JSON.parse(block) as Record<string, string>
  const translate = createMessageFormatter(document.documentElement.lang)
  return (key, values) => {
    const message = messages[key]
    if (message === undefined) throw new Error(`The page includes no message ${key}.`)
    return translate(message, values)
  }
}
