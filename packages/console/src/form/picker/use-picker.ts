import type { NamedRecord } from '@svc/client'
import { type Kind, severalOfKind } from '@svc/model'
import { useState } from 'react'
import { useFinder } from './use-finder.ts'
import { useSettled } from './use-settled.ts'

/** What finding records as one types takes, whether one is chosen or several. */
export function usePicker(kind: Kind) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useFinder(kind, useSettled(typed), { isEnabled: isOpen })
  return {
    /** What was looked for is done with. */
    forget: () => setTyped(''),
    root: {
      items: found.data ?? [],
      // The server has narrowed them already.
      filter: null,
      itemToStringLabel: nameOf,
      isItemEqualToValue: isSame,
      onOpenChange: setOpen,
      onInputValueChange: (text: string, { reason }: { readonly reason: string }) =>
        setTyped(reason === 'input-change' ? text : ''),
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
