import { type Catalogue, type FormatMessage, messageFormatter } from '#i18n/translate.ts'

/** Says the messages that the page brought along (`MessagesForScript`), in its language. */
export function readTranslator(): FormatMessage {
  const block = document.getElementById('messages')?.textContent ?? '{}'
  // Written by our own server from the catalogue.
  return messageFormatter(JSON.parse(block) as Catalogue, document.documentElement.lang)
}
