import type { NamedRecord } from '@svc/client'
import { type Kind, severalOfKind } from '@svc/model'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFinder } from './use-finder.ts'
import { useSettled } from './use-settled.ts'

/** An event of Base UI, which can be kept from its own handler. */
type InputKeyEvent = KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler?(): void }

/** Finds records as one types, for a picker of one or of several. Enter takes the first match of what was typed. */
export function usePicker(kind: Kind) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const settled = useSettled(typed)
  const found = useFinder(kind, settled, { isEnabled: isOpen })
  const isCurrent = settled === typed && found.isSuccess && !found.isPlaceholderData
  const hasMatch = isCurrent && found.data.length > 0
  const awaiting = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isCurrent || !awaiting.current) return
    const input = awaiting.current
    awaiting.current = null
    if (!hasMatch) return
    // The list highlights its first item once it has been drawn.
    const frame = requestAnimationFrame(() =>
      input.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
    )
    return () => cancelAnimationFrame(frame)
  }, [isCurrent, hasMatch])
  return {
    /** Clears what was searched for. */
    forget: () => setTyped(''),
    root: {
      items: found.data ?? [],
      // The server has filtered them already.
      filter: null,
      autoHighlight: true,
      itemToStringLabel: nameOf,
      isItemEqualToValue: isSame,
      onOpenChange: setOpen,
      onInputValueChange: (text: string, { reason }: { readonly reason: string }) => {
        awaiting.current = null
        setTyped(reason === 'input-change' ? text : '')
      },
    },
    input: {
      /** Text that stands for no record yet never submits a form. */
      onKeyDown: (event: InputKeyEvent) => {
        if (event.key !== 'Enter' || typed.trim() === '' || hasMatch) return
        event.preventDefault()
        event.preventBaseUIHandler?.()
        if (!isCurrent) awaiting.current = event.currentTarget
      },
    },
    list: {
      isPending: found.isFetching,
      error: found.error,
      words: typed,
      several: severalOfKind(kind),
    },
  }
}

const nameOf = ({ name }: NamedRecord): string => name
const isSame = (one: NamedRecord, other: NamedRecord): boolean => one.id === other.id
