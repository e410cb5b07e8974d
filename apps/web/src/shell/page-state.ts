import type { DehydratedState } from '@tanstack/react-query'

/** Data that the server embeds in the HTML as a JSON data block. */
export type PageState = {
  queries: DehydratedState
  /** Error if there is no page to show, with the request id of the server log. */
  error: { status: number; requestId: string } | null
  /** True in a document without user data. The browser renders the page from its own stored data. */
  isShell?: true
  /** True if photos are shown in small sizes, to use less data. */
  savesData?: true
  publicUrl: string
  supportContact: string
}

export const STATE_ELEMENT_ID = 'page-state'

/** Serialises state so that no value can close the script element. */
export const toDataBlock = (state: PageState) => JSON.stringify(state).replaceAll('<', '\\u003c')
