/**
 * Every message of the app: `t(phrases.posts.deleteThis)`. Messages are constants, and the bundler writes a constant
 * where it is said, so the words of a dialog travel with the dialog.
 */
export * as phrases from './en.ts'
