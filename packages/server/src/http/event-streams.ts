import { Readable } from 'node:stream'
import { CatalogError } from '@svc/model'
import { type Caller, type Context, requireScope } from '../services/context.ts'
import { createLogWatch } from '../services/feed/log-watch.ts'
import {
  type FeedEvent,
  type FeedPage,
  type FeedRequest,
  feedEnd,
  feedPartition,
  readFeed,
  refuseGone,
} from '../services/feed/read-feed.ts'
import type { Authenticator } from '../services/identity/authenticate.ts'
import type { Store } from '../store/open.ts'
import { createStreamBudget, type Share, type StreamBudget } from './stream-budget.ts'

export interface StreamRequest extends FeedRequest {
  /** Where to start; undefined to receive only what happens from now on. */
  readonly after: number | undefined
}

export interface EventStreams {
  /**
   * The feed as server-sent events, until the reader disconnects, the server stops or the credential is no
   * longer valid.
   */
  open(ctx: Context, bearer: string, request: StreamRequest): Promise<Readable>
  /** Ends all of them. */
  close(): void
}

/** How many may be open at a time in a process; a person's include those of all their tokens and sessions. */
export const maxStreams = { credential: 10, person: 20, organisation: 200, process: 1_000 } as const
const heartbeatMs = 15_000
/** How long a reader that has lost its connection waits before it reconnects. */
const retryMs = 2_000
/** How much is read from the log at once: events, and bytes unless a single event is larger. */
const batch = 20
const batchBytes = 1024 ** 2
/** What each stream may buffer in addition to the shared budget. */
const bufferBytes = 64 * 1024

export interface StreamOptions {
  /** After how many milliseconds without an event it sends a heartbeat and checks the credential. */
  readonly heartbeat?: number
  readonly budget?: StreamBudget
  readonly limits?: Readonly<Record<keyof typeof maxStreams, number>>
}

export function createEventStreams(
  store: Store,
  { authenticate }: Pick<Authenticator, 'authenticate'>,
  { heartbeat = heartbeatMs, budget = createStreamBudget(), limits = maxStreams }: StreamOptions = {},
): EventStreams {
  const watch = createLogWatch(store)
  const open = new Set<AbortController>()
  const counts = new Map<string, number>()
  let isClosed = false

  async function* written(
    ctx: Context,
    { bearer, request, controller }: { bearer: string; request: StreamRequest; controller: AbortController },
  ): AsyncGenerator<string | Buffer> {
    const { signal } = controller
    const partitionId = feedPartition(ctx.caller, request)
    let seq = request.after ?? 0
    yield `retry: ${retryMs}\n\n`
    let sentAt = performance.now()
    while (!signal.aborted) {
      const since = watch.mark()
      const caller = await callerIfValid(bearer)
      if (!caller) return
      const share = await budget.take({ bytes: 2 * batchBytes, signal, cutOff: () => controller.abort() })
      const page = await pageOf({ ...ctx, caller, seen: undefined }, request, seq)
      // A reader that reconnects with its last event id is told why the stream ended.
      if (!page) {
        share.release()
        return
      }
      yield* inSlices(page, share)
      const isIdle = page.lastSeq <= seq
      // A reader whose filter lets little through must not start far back when it reconnects.
      if (page.events.length === 0 && !isIdle) yield `id: ${page.epoch}.${page.lastSeq}\n\n`
      seq = Math.max(seq, page.lastSeq)
      if (!isIdle) sentAt = performance.now()
      else if (performance.now() - sentAt >= heartbeat) {
        yield ': still here\n\n'
        sentAt = performance.now()
      } else {
        const ms = Math.max(1, sentAt + heartbeat - performance.now())
        await watch.beyond(partitionId, seq, { ms, signal, since })
      }
    }
  }

  async function callerIfValid(bearer: string) {
    try {
      // A page that is only open is not used.
      const { caller } = await authenticate(bearer, undefined, { isUnattended: true })
      requireScope(caller, 'read')
      return caller
    } catch (error) {
      if (error instanceof CatalogError) return undefined
      throw error
    }
  }

  function admit({ organisation, actor, credential }: Caller): AbortController {
    if (isClosed) throw new CatalogError('unavailable', 'The server is shutting down. Try again in a moment.')
    const shared = [
      { key: `credential ${credential.id}`, most: limits.credential, where: 'for this credential' },
      {
        key: `person ${organisation.id} ${actor.id ?? credential.id}`,
        most: limits.person,
        where: 'for this person or key',
      },
      { key: `organisation ${organisation.id}`, most: limits.organisation, where: 'in this organisation' },
    ]
    for (const { key, most, where } of shared) refuseBeyond(counts.get(key) ?? 0, most, where)
    if (open.size >= limits.process) {
      throw new CatalogError(
        'unavailable',
        `This server already has ${limits.process} streams open, the maximum. Try again later, or read the events in pages.`,
        { headers: { 'retry-after': '30' } },
      )
    }
    const controller = new AbortController()
    const count = (by: 1 | -1): void => {
      for (const { key } of shared) {
        const left = (counts.get(key) ?? 0) + by
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      }
    }
    open.add(controller)
    count(1)
    controller.signal.addEventListener('abort', () => {
      if (open.delete(controller)) count(-1)
    })
    return controller
  }

  return {
    async open(ctx, bearer, request) {
      // Read once before the answer starts, so that what the caller may not read is refused as usual.
      const end = await feedEnd(ctx, request)
      const { after = end.lastSeq } = request
      refuseGone(end, request, after)
      const controller = admit(ctx.caller)
      const place = { ...request, after, epoch: end.epoch, isBare: false }
      return bodyOf(written(ctx, { bearer, request: place, controller }), controller)
    },
    close() {
      isClosed = true
      for (const controller of [...open]) controller.abort()
    },
  }
}

function refuseBeyond(count: number, most: number, where: string): void {
  if (count < most) return
  throw new CatalogError(
    'rate_limited',
    `There are already ${most} streams open ${where}, the maximum. Close one first.`,
    { headers: { 'retry-after': '30' } },
  )
}

/**
 * How long a stream that is ending waits for the reader to receive what was sent; it reconnects for the rest.
 */
const graceMs = 1_000

/**
 * Written by hand: a stream over a generator would notice that its reader is gone only with its next event.
 */
function bodyOf(blocks: AsyncGenerator<string | Buffer>, controller: AbortController): Readable {
  const body = new Readable({
    highWaterMark: bufferBytes,
    read() {
      blocks.next().then(
        ({ value, done }) => body.push(done ? null : value),
        (error: Error) => body.destroy(error),
      )
    },
    destroy(error, done) {
      controller.abort()
      done(error)
    },
  })
  controller.signal.addEventListener('abort', () => {
    setTimeout(() => body.destroy(new Error('The reader did not receive the rest in time.')), graceMs).unref()
  })
  return body
}

/**
 * What fits into the stream's own buffer leaves the budget at once; anything larger once it has been read.
 */
async function* inSlices({ events, epoch }: FeedPage, share: Share): AsyncGenerator<Buffer> {
  try {
    for (const event of events) {
      const bytes = Buffer.from(block(epoch, event))
      if (bytes.length <= bufferBytes && event === events.at(-1)) share.release()
      for (let at = 0; at < bytes.length; at += bufferBytes) {
        yield bytes.subarray(at, at + bufferBytes)
        share.note()
      }
    }
  } finally {
    share.release()
  }
}

/** Undefined where the history that the reader followed is no longer that of the database. */
async function pageOf(ctx: Context, request: FeedRequest, after: number): Promise<FeedPage | undefined> {
  try {
    return await readFeed(ctx, request, { after, limit: batch, maxBytes: batchBytes })
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'gone') return undefined
    throw error
  }
}

const block = (epoch: string, event: FeedEvent): string =>
  `id: ${epoch}.${event.seq}\ndata: ${JSON.stringify(event)}\n\n`
