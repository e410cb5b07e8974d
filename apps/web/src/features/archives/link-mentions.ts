import { mentionPattern } from '@pawtrait/contract/text/mentions.ts'

/**
 * Replaces mentions in a text of another network by addresses of the profiles there. As a mention, the name would link
 * to a stranger here.
 */
export const linkMentions = (text: string, addressOf: (username: string) => string): string =>
  text.replace(mentionPattern, (_, username: string) => addressOf(username))
