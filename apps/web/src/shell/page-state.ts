import type { DehydratedState } from '@tanstack/react-query'

/** What the server tells the browser beside the HTML, as JSON in a data block. */
export type PageState = {
  /** Hydrate what the server rendered, or render from nothing over the skeleton. */
  mode: 'hydrate' | 'shell'
  queries: DehydratedState
  /** Why there is no page, and what finds it in the log. */
  error: { status: number; requestId: string } | null
  publicUrl: string
  supportContact: string
}

export const STATE_ID = 'page-state'

/** JSON that cannot end the element it stands in. */
export const asDataBlock = (state: PageState) => JSON.stringify(state).replaceAll('<', '\\u003c')
