const takesLetters =
  'input:not([type="checkbox"]), textarea, select, [role="listbox"], [role="menu"], [role="dialog"] *'

/** Letters are shortcuts only where nobody is typing or choosing, and only without modifier keys. */
export function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(takesLetters))
}
