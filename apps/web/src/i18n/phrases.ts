/**
 * Catalogue of all messages, used as in `t(phrases.posts.deleteTitle)`. The bundler inlines each message where the code
 * uses it, so a lazy chunk contains only its own messages.
 */
export * as phrases from './en.ts'
