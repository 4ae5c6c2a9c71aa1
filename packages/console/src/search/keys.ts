import { kinds } from '@svc/model'

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

export const commandKey = isMac ? '⌘' : 'Ctrl'

/** After a G, one letter leads somewhere. */
export const goKeys = [
  { key: 'h', label: 'Home', to: '/' },
  { key: 'p', label: 'Projects', to: kinds.project.path },
  { key: 't', label: 'Teams', to: kinds.team.path },
  { key: 'g', label: 'Dependencies', to: '/graph' },
  { key: 'i', label: 'Issues', to: kinds.issue.path },
  { key: 'b', label: 'Issue board', to: `${kinds.issue.path}/board` },
  { key: 's', label: 'SLOs', to: kinds.slo.path },
  { key: 'r', label: 'Runbooks', to: kinds.runbook.path },
] as const

/** Letters are commands only where nobody is typing, and only without Ctrl and its like. */
export function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="listbox"], [role="menu"]'))
  )
}
