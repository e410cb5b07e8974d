import { type Catalogue, type Speak, speaker } from '#i18n/translate.ts'

/** Says the messages that the page brought along (`MessagesForScript`), in its language. */
export function readTranslator(): Speak {
  const block = document.getElementById('messages')?.textContent ?? '{}'
  // Written by our own server from the catalogue.
  return speaker(JSON.parse(block) as Catalogue, document.documentElement.lang)
}
