import type { Fields } from '@svc/client'
import type { Kind } from '@svc/model'
import { useCallback, useRef, useState } from 'react'
import type { Editing } from './cell-editor.tsx'

/** Which value of a list is being changed. */
export function useRowEditing(kind: Kind) {
  const [editing, setEditing] = useState<Editing | null>(null)
  const lastKey = useRef<string>(null)
  const edit = useCallback(
    (record: Fields, key: string, cell: HTMLElement) => {
      lastKey.current = key
      setEditing({ kind, record, key, cell })
    },
    [kind],
  )
  return {
    editing,
    edit,
    /** In a row: the value that was changed last in another one, or else the first that can be changed. */
    editIn: (frame: HTMLElement | null, index: number) => {
      const buttons = [
        ...(frame?.querySelectorAll<HTMLElement>(`tr[aria-rowindex="${index + 2}"] button[data-edits]`) ??
          []),
      ]
      const button = buttons.find(({ dataset }) => dataset.edits === lastKey.current) ?? buttons[0]
      button?.click()
    },
    close: useCallback(() => setEditing(null), []),
  }
}
