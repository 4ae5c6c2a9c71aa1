import type { Fields, Tagged } from '@svc/client'
import { fieldLabel, type Kind, titleOf } from '@svc/model'
import { useState } from 'react'
import { stepBackFrom } from '../../api/step-back.ts'
import { useUndo } from '../../api/undo.ts'
import { useReplaceRows } from '../../api/use-replace-rows.ts'
import { tell } from '../../design/toast.tsx'
import { said } from '../../design/trouble.ts'
import { isAlike } from '../../form/draft.ts'
import { isOvertaken } from '../../form/use-save.ts'
import { useMode } from '../../session/mode.tsx'
import { effectOn } from '../bulk/bulk-change.ts'

/** Somebody else has changed the same value since it was shown. */
export interface Conflict {
  readonly now: Tagged<Fields>
  readonly wanted: unknown
}

const attempts = 3

/** Saves one value of a row, based on the value that was shown. */
export function useInlineSave(kind: Kind, shown: Fields, key: string, onDone: () => void) {
  const { client } = useMode()
  const replaceRows = useReplaceRows(kind)
  const undo = useUndo()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const id = String(shown.id)

  const write = async (wanted: unknown, base: unknown): Promise<void> => {
    const records = client.records(kind)
    for (let attempt = 1; ; attempt++) {
      const now = await records.read(id)
      const effect = effectOn(kind, { key, value: wanted }, now.record)
      if (effect.kind === 'refused') throw new Error(effect.reason)
      if (effect.kind === 'change' && !isAlike(now.record[key], base)) return setConflict({ now, wanted })
      if (effect.kind === 'same') {
        replaceRows([now.record])
        return onDone()
      }
      try {
        const saved = await records.update(id, effect.changes, { ifMatch: now.etag })
        replaceRows([saved.record])
        const step = stepBackFrom(kind, { changes: effect.changes, before: now.record, saved })
        tell(
          `${fieldLabel(kind, key)} changed`,
          titleOf(kind, saved.record),
          undo.edits(kind, step ? [step] : []),
        )
        return onDone()
      } catch (error) {
        if (!isOvertaken(error) || attempt === attempts) throw error
      }
    }
  }
  const save = async (wanted: unknown, base: unknown = shown[key]): Promise<void> => {
    setBusy(true)
    setProblem(null)
    setConflict(null)
    try {
      await write(wanted, base)
    } catch (error) {
      setProblem(said(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    problem,
    conflict,
    save,
    keepTheirs: ({ now }: Conflict) => {
      replaceRows([now.record])
      onDone()
    },
  }
}
