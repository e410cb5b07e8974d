import { focusHeading } from '#lib/focus/focus-heading.ts'

/** The way into the report of a line: what j and k move along, and Enter opens. */
export const linkOf = (id: string | undefined) => document.querySelector<HTMLElement>(`[data-line="${id}"] a`)

export const focusedLine = () => document.activeElement?.closest<HTMLElement>('[data-line]')?.dataset.line

/** Takes the focus to a line once it stands; to the heading where there is none. */
export const focusLine = (id: string | undefined) =>
  void setTimeout(() => (linkOf(id) ? linkOf(id)?.focus() : focusHeading()))
