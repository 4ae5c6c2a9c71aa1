import { kinds } from '@svc/model'
import { navigation } from '../navigation.ts'

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

export const commandKey = isMac ? '⌘' : 'Ctrl'

/** Pages that G and one more letter go to. */
export const goKeys = [
  ...navigation.flatMap(({ places }) =>
    places.flatMap(({ key, label, to, search }) => (key === undefined ? [] : [{ key, label, to, search }])),
  ),
  { key: 'b', label: 'Issue board', to: `${kinds.issue.path}/board`, search: undefined },
]
