import { createContext } from 'react'

/** Largest width of photos, in pixels, while the app uses less data. */
export const DATA_SAVING_WIDTH = 640

/** True if photos are shown in small sizes, to use less data. */
export const DataSavingContext = createContext(false)
