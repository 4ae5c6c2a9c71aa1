import { type RefObject, useEffect, useRef } from 'react'

const controls = 'input:not([type=hidden], [type=color], [type=checkbox]), textarea, [role=combobox]'

/** Puts the cursor into the first control of a form when it appears; not on a phone, whose keyboard would cover it. */
export function useFirstFocus<E extends HTMLElement>(isWanted = true): RefObject<E | null> {
  const form = useRef<E>(null)
  useEffect(() => {
    if (!isWanted || !window.matchMedia('(pointer: fine)').matches) return
    const all = form.current?.querySelectorAll<HTMLElement>(controls) ?? []
    const first = [...all].find((one) => !one.matches(':disabled, [readonly], [tabindex="-1"]'))
    first?.focus({ preventScroll: true })
  }, [isWanted])
  return form
}
