import { focusHeading } from '#lib/focus/focus-heading.ts'

/** Returns the link of a line to its report. j and k move along these links. */
export const findLineLink = (id: string | undefined) => document.querySelector<HTMLElement>(`[data-line="${id}"] a`)

export const focusedLineId = () => document.activeElement?.closest<HTMLElement>('[data-line]')?.dataset.line

/** Focuses a line once it is rendered, or the heading if it is missing. */
export const focusLine = (id: string | undefined) =>
  void setTimeout(() => (findLineLink(id) ? findLineLink(id)?.focus() : focusHeading()))
