import { setTimeout as sleep } from 'node:timers/promises'
import { kinds, listKeyOf } from '@svc/model'
import type { Client, Reply } from '@svc/server/testing'
import { nextIntent } from './intents.ts'
import {
  type Entry,
  type Fields,
  type Intent,
  type Ledger,
  newLedger,
  noteDeleted,
  noteWritten,
} from './ledger.ts'

export interface Writer {
  readonly ledger: Ledger
  /** Writes until it is stopped or gets no answer. */
  run(client: Client, signal: AbortSignal): Promise<void>
  /** Determines the outcome of the request that was never answered; true if there is none left. */
  settle(client: Client): Promise<boolean>
}

/** A client that remembers each answer. Nobody else touches what it has created. */
export function createWriter(name: string): Writer {
  const ledger = newLedger()
  let step = 0

  const send = async (client: Client, intent: Intent): Promise<boolean> => {
    ledger.pending = intent
    const reply = await ask(client, intent)
    if (!reply) return false
    note(ledger, intent, reply)
    ledger.pending = undefined
    ledger.acknowledged += 1
    return true
  }

  const settle = async (client: Client): Promise<boolean> => {
    const { pending } = ledger
    if (!pending) return true
    const isKnown = await resolve(client, ledger, pending)
    if (isKnown) ledger.pending = undefined
    return isKnown
  }

  return {
    ledger,
    settle,
    async run(client, signal) {
      if (!(await settle(client))) return
      while (!signal.aborted) {
        step += 1
        if (!(await send(client, nextIntent(ledger, `${name} ${step}.`)))) return
      }
    },
  }
}

/** The answer, if its outcome is known; a rejection is a bug of the test or of the server. */
async function ask(client: Client, { method, kind, id, body, key }: Intent): Promise<Reply | undefined> {
  const path = id === undefined ? kind.path : `${kind.path}/${id}`
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  const reply = await client.send(method, path, body, headers).catch(() => undefined)
  if (!reply || reply.status >= 500) {
    await sleep(5)
    return undefined
  }
  if (reply.status < 300) return reply
  throw new Error(`${method} ${path} ${JSON.stringify(body)} was answered ${reply.status} ${reply.text}`)
}

function note(ledger: Ledger, intent: Intent, { body }: Reply): void {
  if (intent.method === 'DELETE') noteDeleted(ledger, String(intent.id))
  else noteWritten(ledger, intent.kind, body as Fields)
  if (intent.key !== undefined) ledger.keyed.push({ intent, answer: body as Fields })
}

const resolve = (client: Client, ledger: Ledger, intent: Intent): Promise<boolean> => {
  if (intent.method === 'POST') return resolveCreation(client, ledger, intent)
  return resolveChange(client, ledger, intent)
}

/** With a key it is safe to repeat; without one, the record is looked up by a unique value. */
async function resolveCreation(client: Client, ledger: Ledger, intent: Intent): Promise<boolean> {
  if (intent.key !== undefined) {
    const reply = await ask(client, intent)
    if (!reply) return false
    note(ledger, intent, reply)
  }
  const found = await look(client, intent)
  if (!found) return false
  if (found.length > 1) throw new Error(`One request made ${found.length}: ${JSON.stringify(found)}`)
  if (intent.key !== undefined && found.length === 0)
    throw new Error(`${intent.key} was answered, but nothing is there.`)
  for (const body of found) if (intent.key === undefined) noteWritten(ledger, intent.kind, body)
  return true
}

async function look(client: Client, { kind, body = {} }: Intent): Promise<readonly Fields[] | undefined> {
  const nameKey = kind.fields.title ? 'title' : 'name'
  const query =
    kind === kinds.dependency
      ? { fromId: String(body.fromId), toId: String(body.toId) }
      : { q: String(body[nameKey]) }
  const reply = await client.get(`${kind.path}?${new URLSearchParams(query)}`).catch(() => undefined)
  if (reply?.status !== 200) return undefined
  const list = reply.body[listKeyOf(kind)] as readonly Fields[]
  return kind === kinds.dependency ? list : list.filter((one) => one[nameKey] === body[nameKey])
}

/** It has happened completely or not at all. */
async function resolveChange(client: Client, ledger: Ledger, intent: Intent): Promise<boolean> {
  const { kind, id = '', method, body = {} } = intent
  const reply = await client.get(`${kind.path}/${id}`).catch(() => undefined)
  if (method === 'DELETE' && kind === kinds.dependency) return resolveEdge(client, ledger, id)
  if (!reply || reply.status >= 500) return false
  if (reply.status === 404 && method === 'DELETE') noteDeleted(ledger, id)
  else if (reply.status !== 200) throw new Error(`${kind.path}/${id} is ${reply.status} after ${method}`)
  else if (method === 'PATCH') {
    const entry = ledger.entries.get(id) as Entry
    const isApplied = Object.entries(body).every(
      ([key, value]) => JSON.stringify(reply.body[key]) === JSON.stringify(value),
    )
    if (isApplied) ledger.entries.set(id, { ...entry, body: reply.body as Fields, isTouched: false })
  }
  return true
}

/** Edges cannot be read individually. */
async function resolveEdge(client: Client, ledger: Ledger, id: string): Promise<boolean> {
  const body = ledger.entries.get(id)?.body ?? {}
  const found = await look(client, { method: 'POST', kind: kinds.dependency, body })
  if (!found) return false
  if (found.length === 0) noteDeleted(ledger, id)
  return true
}
