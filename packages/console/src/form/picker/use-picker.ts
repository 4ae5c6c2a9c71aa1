import type { NamedRecord } from '@svc/client'
import { type Kind, severalOfKind } from '@svc/model'
import { useState } from 'react'
import { useFinder } from './use-finder.ts'
import { useSettled } from './use-settled.ts'

/** Finds records as one types, for a picker of one or of several. */
export function usePicker(kind: Kind) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useFinder(kind, useSettled(typed), { isEnabled: isOpen })
  return {
    /** Clears what was searched for. */
    forget: () => setTyped(''),
    root: {
      items: found.data ?? [],
      // The server has filtered them already.
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
