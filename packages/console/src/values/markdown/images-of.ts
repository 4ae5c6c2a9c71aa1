import { createContext } from 'react'

/** The runbook whose text is shown, which keeps the images that the text refers to. */
export const ImagesOf = createContext<string | null>(null)
