/** Whether a webhook wants a type of event: `issue.created`, `issue.*` or `*`; without any it wants all. */
export function asksFor(eventTypes: readonly string[], type: string): boolean {
  if (eventTypes.length === 0) return true
  return eventTypes.some(
    (wanted) => wanted === type || (wanted.endsWith('*') && type.startsWith(wanted.slice(0, -1))),
  )
}
