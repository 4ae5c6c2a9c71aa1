import type { Client } from '@svc/client'
import { CatalogError, type Kind, restorableKinds, scopeFor, severalOfKind, type Verb } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { tell, tellTrouble, type ToastAction } from '../design/toast.tsx'
import { useMode } from '../session/mode.tsx'
import { useSession } from '../session/session.tsx'
import { mapConcurrently } from './map-concurrently.ts'
import type { StepBack } from './step-back.ts'

/**
 * What a message about a change offers to take it back; undefined where that is not possible, or not for the person
 * signed in. Whatever somebody else has changed since is left as it is.
 */
export interface Undo {
  edits(kind: Kind, steps: readonly (StepBack | undefined)[]): ToastAction | undefined
  creation(kind: Kind, id: string, etag: string | null): ToastAction | undefined
  deletion(kind: Kind, id: string): ToastAction | undefined
  /** Of what belongs to a record without being one of its fields; `run` says what is then so. */
  change(kind: Kind, run: () => Promise<string>): ToastAction | undefined
}

export function useUndo(): Undo {
  const { client, mode } = useMode()
  const queries = useQueryClient()
  const { scopes } = useSession()
  // Access is not given back by a button in passing, and what belongs to the organisation is not in this mode.
  const mayUndo = (kind: Kind, verb: Verb) =>
    kind.home === 'partition' && !kind.needsRecentSignIn && scopes.includes(scopeFor(kind, verb))
  /** What comes back or goes may be mentioned anywhere. */
  const undoing = (run: () => Promise<string>): ToastAction => ({
    label: 'Undo',
    run: async () => {
      try {
        tell('Undone', await run())
      } catch (error) {
        tellTrouble('Not undone', isOvertaken(error) ? overtaken : (error as Error))
      }
      await queries.invalidateQueries({ queryKey: [mode] })
    },
  })
  return {
    edits(kind, given) {
      const steps = given.filter((step) => step !== undefined)
      if (steps.length === 0 || !mayUndo(kind, 'update')) return undefined
      return undoing(() => stepBack(client, kind, steps))
    },
    change: (kind, run) => (mayUndo(kind, 'update') ? undoing(run) : undefined),
    creation(kind, id, etag) {
      if (!kind.verbs.includes('delete') || !mayUndo(kind, 'delete')) return undefined
      return undoing(async () => {
        await client.records(kind).delete(id, { ifMatch: etag })
        return `The ${kind.noun} is deleted again.`
      })
    },
    deletion(kind, id) {
      if (!scopes.includes('admin') || !restorableKinds.includes(kind)) return undefined
      return undoing(async () => {
        await client.call('restoreDeleted', { params: { eventId: await deletionOf(client, kind, id) } })
        return `The ${kind.noun} is back.`
      })
    },
  }
}

/** One edit fails with its reason; of many, those that nobody has changed since are taken back. */
async function stepBack(client: Client, kind: Kind, steps: readonly StepBack[]): Promise<string> {
  const records = client.records(kind)
  const results = await mapConcurrently(steps, async ({ id, changes, etag }) => {
    try {
      await records.update(id, changes, { ifMatch: etag })
      return undefined
    } catch (error) {
      return error
    }
  })
  const errors = results.filter((error) => error !== undefined)
  if (errors.length === 0) return ''
  if (errors.length === steps.length) throw errors[0]
  const left = errors.filter(isOvertaken).length
  const why =
    left === errors.length
      ? 'were changed by someone since and stay as they are'
      : 'could not be changed back'
  return `${steps.length - errors.length} of ${steps.length} ${severalOfKind(kind)} are as before; ${errors.length} ${why}.`
}

async function deletionOf(client: Client, kind: Kind, id: string): Promise<string> {
  const { deleted } = await client.call('listDeleted', { query: { kind: kind.name as never, limit: 100 } })
  const found = deleted.find((one) => one.id === id)
  if (!found) throw new Error(`It was not found among the last 100 deleted ${severalOfKind(kind)}.`)
  return found.eventId
}

const overtaken = 'Someone has changed it since. Nothing was changed back.'

const isOvertaken = (error: unknown): boolean =>
  error instanceof CatalogError && ['precondition_failed', 'version_conflict'].includes(error.code)
