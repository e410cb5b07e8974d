/** The messages that a page without React needs in its script, as a data block; `readTranslator` reads them. */
export function MessagesForScript({ messages }: { messages: Record<string, string> }) {
  const json = JSON.stringify(messages).replaceAll('<', '\\u003c')
  return <script type="application/json" id="messages" dangerouslySetInnerHTML={{ __html: json }} />
}
