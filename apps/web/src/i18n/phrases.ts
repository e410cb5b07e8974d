/**
 * Catalogue of all messages: `t(phrases.posts.deleteTitle)`. The bundler inlines these constants where they are used,
 * so the texts of a lazy part load with it.
 */
export * as phrases from './en.ts'
