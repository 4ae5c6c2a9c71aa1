import { useSyncExternalStore } from 'react'

/** The same breakpoint as in the style sheets. */
const query = '(max-width: 600px)'

/** Whether the window is as narrow as a phone, for what style sheets alone cannot do. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
