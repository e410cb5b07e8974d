/** JSON data block with messages for the script of a page without React; `readTranslator` reads it. */
export function ScriptMessagesBlock({ messages }: { messages: Record<string, string> }) {
  const json = JSON.stringify(messages).replaceAll('<', '\\u003c')
  return <script type="application/json" id="messages" dangerouslySetInnerHTML={{ __html: json }} />
}
