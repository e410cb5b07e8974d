/**
 * Catalogue of all messages: `t(phrases.posts.deleteTitle)`. The bundler inlines each text where it is used. A lazy
 * chunk therefore contains only its own texts.
 */
export * as phrases from './en.ts'
