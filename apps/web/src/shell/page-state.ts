import type { DehydratedState } from '@tanstack/react-query'

/** Data that the server embeds in the HTML as a JSON data block. */
export type PageState = {
  /** `hydrate` takes over the server's HTML; `shell` renders from scratch over the skeleton. */
  mode: 'hydrate' | 'shell'
  queries: DehydratedState
  /** Error instead of a page, with the request id for the log. */
  error: { status: number; requestId: string } | null
  publicUrl: string
  supportContact: string
}

export const STATE_ELEMENT_ID = 'page-state'

/** Serialises state so that no value can close the script element. */
export const toDataBlock = (state: PageState) => JSON.stringify(state).replaceAll('<', '\\u003c')
