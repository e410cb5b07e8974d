import { focusHeading } from '#lib/focus/focus-heading.ts'

/** Returns the link from a line of the queue to its report. j and k move the focus between these links. */
export const findLineLink = (id: string | undefined) => document.querySelector<HTMLElement>(`[data-line="${id}"] a`)

export const focusedLineId = () => document.activeElement?.closest<HTMLElement>('[data-line]')?.dataset.line

/** Focuses a line after the next render, or the heading when the line does not exist. */
export const focusLine = (id: string | undefined) =>
  void setTimeout(() => (findLineLink(id) ? findLineLink(id)?.focus() : focusHeading()))
