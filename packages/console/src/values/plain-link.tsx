import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

interface PlainLinkProps {
  readonly to: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A link without active state: long lists have hundreds of them, and the router's own are expensive. */
export function PlainLink({ to, className, children }: PlainLinkProps) {
  const router = useRouter()
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ to })
  }
  return (
    <a href={to} className={className} onClick={follow}>
      {children}
    </a>
  )
}
