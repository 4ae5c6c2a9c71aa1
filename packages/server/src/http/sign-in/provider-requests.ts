import type { FastifyRequest } from 'fastify'
import type { InSession } from '../../services/federation/in-session.ts'
import { Refused } from '../../services/federation/refused.ts'
import type { Answer } from '../answer.ts'

/** Which provider a request is about. */
export const idOf = ({ params }: FastifyRequest): string =>
  (params as { readonly providerId: string }).providerId

/** The first of each parameter, as texts. */
export const firstOf = ({ query }: FastifyRequest): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(query as Readonly<Record<string, unknown>>).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : undefined,
    ]),
  )

/** Somebody who is signed in, and the page that they are back on, whatever happens. */
type Leaving = Pick<InSession, 'does'> & { readonly returnTo: string }

/** One code outside, whatever was wrong. Whoever tries a sign-in is told more on their page. */
export function refusedAnswer(error: unknown, leaving?: Leaving): Answer {
  if (!(error instanceof Refused)) throw error
  if (leaving) {
    const { does, returnTo } = leaving
    return {
      status: 303,
      headers: { location: does === 'trial' ? returnTo : `${returnTo}?error=${error.code}` },
    }
  }
  return { status: 303, headers: { location: `/sign-in?error=${error.code}` } }
}
