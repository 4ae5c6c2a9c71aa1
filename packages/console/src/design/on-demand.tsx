import {
  type ButtonHTMLAttributes,
  cloneElement,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react'

interface OnDemandProps {
  readonly button: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
  readonly opens: 'dialog' | 'menu'
  load(): Promise<unknown>
  /** What the button opens, with the same button as its trigger. */
  readonly children: ReactNode
}

/** A button whose code is loaded on demand, starting as soon as it is hovered or focused. */
export function OnDemand({ button, opens, load, children }: OnDemandProps) {
  const [isWanted, want] = useState(false)
  if (isWanted) return <Suspense fallback={button}>{children}</Suspense>
  return cloneElement(button, {
    'aria-haspopup': opens,
    'aria-expanded': false,
    onClick: () => want(true),
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
  })
}
