import { createContext } from 'react'

/** Where people with a problem write to, as a URI; empty: nowhere. Set by the operator (`SUPPORT_CONTACT`). */
export const SupportContact = createContext('')
