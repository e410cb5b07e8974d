import type { Catalogue } from './translate.ts'

/** Sections that have been loaded so far; a page brings those that only it needs. */
export const sections: Catalogue = {}

/** Makes a section known under its name as soon as its file is imported, and gives it back with its exact type. */
export function section<const Section extends Catalogue[string]>(name: string, messages: Section): Section {
  sections[name] = messages
  return messages
}

/** Makes one message known: the browser's build gives every source those that it says (tools/placed-messages.ts). */
export function say(section: string, name: string, message: Catalogue[string][string]) {
  sections[section] = { ...sections[section], [name]: message }
}
