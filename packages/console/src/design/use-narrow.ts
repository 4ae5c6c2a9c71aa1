import { useSyncExternalStore } from 'react'

/** As wide as the style sheets say that a phone is. */
const query = '(max-width: 600px)'

/** Whether the window is as narrow as that of a phone, for what style sheets alone cannot know. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (tell) => {
      const media = matchMedia(query)
      media.addEventListener('change', tell)
      return () => media.removeEventListener('change', tell)
    },
    () => matchMedia(query).matches,
  )
