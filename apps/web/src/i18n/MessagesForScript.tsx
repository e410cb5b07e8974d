import { en } from './en.ts'
import type { Catalogue, KeyOf } from './translate.ts'

/** The messages that a page without React needs in its script, as a data block; `readTranslator` reads them. */
export function MessagesForScript({ keys }: { keys: readonly KeyOf<typeof en>[] }) {
  const messages: Catalogue = {}
  for (const key of keys) {
    const [section, name] = key.split('.') as [keyof typeof en, string]
    const said = (en[section] as Catalogue[string])[name]
    if (said !== undefined) messages[section] = { ...messages[section], [name]: said }
  }
  const json = JSON.stringify(messages).replaceAll('<', '\\u003c')
  return <script type="application/json" id="messages" dangerouslySetInnerHTML={{ __html: json }} />
}
