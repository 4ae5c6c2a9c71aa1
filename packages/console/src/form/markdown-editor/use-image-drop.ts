import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { said } from '../../design/trouble.ts'

export interface Images {
  /** The names of files that are on their way. */
  readonly underWay: readonly string[]
  /** What went wrong with the last files, each with its name. */
  readonly failed: readonly string[]
  readonly handlers: {
    onPaste(event: ClipboardEvent): void
    onDragOver(event: DragEvent): void
    onDrop(event: DragEvent): void
  }
  add(files: readonly File[]): void
}

/** Files that are pasted, dropped or picked are kept one after the other, and the text then refers to them. */
export function useImageDrop(
  keep: ((file: File) => Promise<string>) | undefined,
  insert: (text: string) => void,
): Images {
  const [underWay, setUnderWay] = useState<readonly string[]>([])
  const [failed, setFailed] = useState<readonly string[]>([])
  const add = async (files: readonly File[]): Promise<void> => {
    if (!keep || files.length === 0) return
    setFailed([])
    setUnderWay((before) => [...before, ...files.map(({ name }) => name)])
    for (const file of files) {
      try {
        insert(await keep(file))
      } catch (error) {
        setFailed((before) => [...before, `${file.name}: ${said(error)}`])
      }
      setUnderWay((before) => before.toSpliced(before.indexOf(file.name), 1))
    }
  }
  const take = (event: ClipboardEvent | DragEvent, { files }: DataTransfer): void => {
    if (!keep || files.length === 0) return
    event.preventDefault()
    void add([...files])
  }
  return {
    ...{ underWay, failed },
    handlers: {
      onPaste: (event) => take(event, event.clipboardData),
      onDrop: (event) => take(event, event.dataTransfer),
      onDragOver: (event) => {
        if (keep && event.dataTransfer.types.includes('Files')) event.preventDefault()
      },
    },
    add: (files) => void add(files),
  }
}
