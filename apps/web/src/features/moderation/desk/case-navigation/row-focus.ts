import { focusHeading } from '#lib/focus/focus-heading.ts'

/** Returns the link from a row of the queue to its report. The keys j and k move the focus between these links. */
export const findRowLink = (id: string | undefined) => document.querySelector<HTMLElement>(`[data-line="${id}"] a`)

export const getFocusedRowId = () => document.activeElement?.closest<HTMLElement>('[data-line]')?.dataset.line

/** Focuses a row of the queue after the next render, or the heading if the row does not exist. */
export const focusRow = (id: string | undefined) =>
  void setTimeout(() => (findRowLink(id) ? findRowLink(id)?.focus() : focusHeading()))
