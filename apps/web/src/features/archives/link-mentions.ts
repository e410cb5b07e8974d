import { mentionPattern } from '@pawtrait/contract/text/mentions.ts'

/**
 * Replaces mentions in a text from another network with the URLs of the profiles on that network. An unchanged mention
 * would link to the Pawtrait user of the same name, who may be another person.
 */
export const linkMentions = (text: string, addressOf: (username: string) => string): string =>
  text.replace(mentionPattern, (_, username: string) => addressOf(username))
