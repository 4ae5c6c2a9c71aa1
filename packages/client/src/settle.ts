import { CatalogError } from '@svc/model'
import type { Reply } from './reply.ts'
import type { Request, Send } from './transport.ts'

/**
 * A write was repeated because its first answer was lost, and the repeat is rejected. That can be because the first
 * one was done: then the record is as requested, and that is the answer.
 */
export async function settle(send: Send, request: Request, refusal: unknown): Promise<Reply | undefined> {
  if (!(refusal instanceof CatalogError)) return undefined
  const { method, path, body, signal } = request
  if (method === 'DELETE' && refusal.code === 'not_found') return { status: 204, body: {}, etag: null }
  if (method !== 'PATCH' || refusal.code !== 'precondition_failed') return undefined
  const current = await send({ method: 'GET', path, signal })
  return holds(current.body, body) ? current : undefined
}

/** Whether a value equals what was sent, apart from what the service has added. */
export function holds(value: unknown, sent: unknown): boolean {
  if (Array.isArray(sent))
    return (
      Array.isArray(value) && value.length === sent.length && sent.every((one, at) => holds(value[at], one))
    )
  if (typeof sent !== 'object' || sent === null) return value === sent
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const members = new Map(Object.entries(value))
  return Object.entries(sent).every(([key, one]) => one === undefined || holds(members.get(key), one))
}
