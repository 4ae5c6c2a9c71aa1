import type { FastifyRequest } from 'fastify'
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

/** One code outside, whatever was wrong. */
export function refusedAnswer(error: unknown): Answer {
  if (!(error instanceof Refused)) throw error
  return { status: 303, headers: { location: `/sign-in?error=${error.code}` } }
}
