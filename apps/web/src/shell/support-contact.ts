import { createContext } from 'react'

/** Support contact as a URI, set by the operator (`SUPPORT_CONTACT`). Empty means none. */
export const SupportContactContext = createContext('')
