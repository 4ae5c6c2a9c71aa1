import type { Client } from '@svc/client'
import type { Role } from '@svc/model'
import type { Records } from './records.ts'

/** What a configured provider works with. */
export interface Session {
  readonly client: Client
  readonly records: Records
  /** Whose data the token sees. */
  readonly place: Place
}

export interface Place {
  readonly endpoint: string
  readonly organisationId: string
  readonly organisation: string
  readonly partition: string
  readonly role: Role
}

/** The provider's own configuration depends on something that does not exist yet. */
export class NotConfiguredError extends Error {
  constructor() {
    super(
      'The endpoint or the token of the provider is only known after apply, so nothing can be read yet. Create what they depend on first, with -target, or set SVC_ENDPOINT and SVC_API_TOKEN.',
    )
  }
}

/** The user has stopped the run. */
export class StoppedError extends Error {
  constructor() {
    super('The run was stopped before svc responded. Apply again to continue.')
  }
}

/** Stored by the host with each object: where it was created. */
export const toPrivate = ({ organisationId, partition }: Place): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ organisationId, partition }))

/** Says why an object of the state cannot be in the catalog that the token sees, if it cannot. */
export function misplaced(place: Place, previous: Uint8Array | undefined): string | undefined {
  const made = madeIn(previous)
  if (!made) return undefined
  if (made.organisationId !== place.organisationId) {
    return `The state contains objects of another organisation (${made.organisationId}) than the token's, ${place.organisation} (${place.organisationId}). Use a token of that organisation, or another state.`
  }
  if (made.partition === place.partition) return undefined
  return `The state contains ${made.partition} data, but the token is a ${place.partition} token, which cannot see it. Use a ${made.partition} token, or another state (such as a workspace) for ${place.partition} data.`
}

function madeIn(previous: Uint8Array | undefined): Pick<Place, 'organisationId' | 'partition'> | undefined {
  if (!previous || previous.length === 0) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(previous))
  } catch {
    return undefined
  }
}
