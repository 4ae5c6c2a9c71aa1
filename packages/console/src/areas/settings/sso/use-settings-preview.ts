import type { CallInput, Fields } from '@svc/client'
import { kinds } from '@svc/model'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf } from '../../../api/records.ts'
import { clientFor } from '../../../session/client.ts'

const home = clientFor('live')

/** What may shut people out. */
const watched = ['enforcementMode', 'allowPasswordFallback', 'breakGlassUids', 'personalTokens'] as const

const ask = (body: Fields, signal: AbortSignal) =>
  home.call('previewSsoSettings', {
    body: body as NonNullable<CallInput<'previewSsoSettings'>['body']>,
    signal,
  })

export type SettingsPreview = Awaited<ReturnType<typeof ask>>

export interface Previewing {
  /** Whether these changes may shut anybody out. */
  readonly isAsked: boolean
  readonly found: UseQueryResult<SettingsPreview>
  /** Whether somebody has seen who is shut out, and wants it. */
  readonly isConfirmed: boolean
  setConfirmed(isConfirmed: boolean): void
  /** Whether the changes may not be saved yet. */
  readonly isHeldUp: boolean
}

/** Asks what changes of the settings would lead to, before they are saved. */
export function useSettingsPreview(changes: Fields): Previewing {
  const body = Object.fromEntries(watched.flatMap((key) => (key in changes ? [[key, changes[key]]] : [])))
  const isAsked = Object.keys(body).length > 0
  const found = useQuery({
    queryKey: [...keyOf('live', kinds.ssoSettings), 'preview', body],
    queryFn: ({ signal }) => ask(body, signal),
    enabled: isAsked,
    staleTime: 0,
  })
  // A confirmation is for these changes and these people only.
  const [confirmed, setConfirmed] = useState<string>()
  const about = JSON.stringify([body, found.data?.shutOut.map(({ uid }) => uid)])
  const isConfirmed = confirmed === about
  const isHeldUp = isAsked && (!found.data || (found.data.shutOut.length > 0 && !isConfirmed))
  return {
    ...{ isAsked, found, isConfirmed, isHeldUp },
    setConfirmed: (isWanted) => setConfirmed(isWanted ? about : undefined),
  }
}
