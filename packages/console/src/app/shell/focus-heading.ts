import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

const patienceMs = 5_000

/** After each change of the page, keyboard and screen reader continue at its heading, unless they already are in it. */
export function useFocusOnHeading(content: RefObject<HTMLElement | null>): void {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const last = useRef(pathname)
  useEffect(() => {
    const isFirst = last.current === undefined
    if (last.current === pathname) return
    last.current = pathname
    const within = content.current
    if (isFirst || !within) return
    // The heading may come later, with the record that it names.
    const observer = new MutationObserver(() => focusHeading(within) && stop())
    const stop = () => observer.disconnect()
    const timer = setTimeout(stop, patienceMs)
    if (!focusHeading(within)) observer.observe(within, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [pathname, content])
}

/** Whether there is nothing left to do. */
function focusHeading(within: HTMLElement): boolean {
  const { activeElement } = document
  if (activeElement !== document.body && activeElement?.closest('main, dialog, [role=dialog]')) return true
  const heading = within.querySelector<HTMLElement>('h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
