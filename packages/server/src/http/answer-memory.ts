import type { ServerResponse } from 'node:http'
import type { Caller } from '../services/context.ts'
import { andThen } from '../services/and-then.ts'
import type { MaybePromise } from '../store/maybe-promise.ts'
import { createEarlyCollection } from './early-collection.ts'
import { type Claim, createGate, type Gate } from './gate.ts'
import type { Pieces } from './pieces.ts'

/** How much of all answers may be in progress at a time. */
export interface AnswerLimits {
  /** Whole lists and other answers that are sent as they are read. */
  readonly unlimitedReads: { readonly each: number; readonly all: number }
  /** Archives that are sent as they are read: the database keeps everything as it was for each. */
  readonly archives: { readonly each: number; readonly all: number }
  /** Bytes of large answers that clients have not read yet. */
  readonly waitingBytes: { readonly each: number; readonly all: number }
  /** How long a request waits for its turn. */
  readonly waitMs: number
  /** A client that reads nothing of a large answer for this long is cut off. */
  readonly stallMs: number
}

const MiB = 1024 * 1024

export const defaultLimits: AnswerLimits = {
  unlimitedReads: { each: 4, all: 16 },
  archives: { each: 1, all: 2 },
  waitingBytes: { each: 8 * MiB, all: 32 * MiB },
  waitMs: 5_000,
  stallMs: 30_000,
}

/**
 * Smaller answers, such as a typical page of a hundred records, are not counted: the kernel buffers nearly
 * all of them.
 */
export const largeAnswer = 128 * 1024

/** Nor is memory reserved for one that can be no larger than this: most are far smaller, and each reservation costs time. */
const reservedFrom = 256 * 1024

export interface AnswerMemory {
  /** Admits a read that has no limit; its slot is freed once its answer has been sent. */
  admitUnlimited(caller: Caller, response: ServerResponse): MaybePromise<void>
  /** The same for an archive. */
  admitArchive(caller: Caller, response: ServerResponse): MaybePromise<void>
  /** Reserves memory for an answer that is about to be made. */
  reserve(caller: Caller, response: ServerResponse, bytes: number): MaybePromise<void>
  /** Reserves more once an answer turns out to be larger, and waits its turn for it. */
  enlarge(caller: Caller, response: ServerResponse, bytes: number): Promise<void>
  /** Reserves memory for a body that is about to be sent, in place of what was reserved before. */
  hold(caller: Caller | undefined, response: ServerResponse, body: Buffer | Pieces): MaybePromise<void>
  /** A list that is too large to cache is about to be sent as it is read. */
  noteStream(): void
  readonly stallMs: number
}

/** Limits the memory that answers use, however many clients there are and however slowly they read. */
export function createAnswerMemory(limits: AnswerLimits): AnswerMemory {
  const { waitMs, stallMs } = limits
  const again = 'Try again in a moment, or read the list in pages (limit).'
  const reads = createGate({
    ...limits.unlimitedReads,
    waitMs,
    refusal: `Too many whole lists are being read at once: the maximum per caller is ${limits.unlimitedReads.each}. ${again}`,
  })
  const archives = createGate({
    ...limits.archives,
    waitMs,
    refusal: 'Other archives are being downloaded. Try again when they are done.',
  })
  const bytes = createGate({
    ...limits.waitingBytes,
    waitMs,
    refusal: `Too many large answers are waiting to be read by their clients. ${again}`,
  })
  const collectEarly = createEarlyCollection()
  const reserved = new WeakMap<ServerResponse, Claim>()
  const bodies = createBodies(bytes)
  return {
    stallMs,
    noteStream: collectEarly,
    admitUnlimited: (caller, response) => andThen(reads.enter(callerKey(caller), 1, response), () => {}),
    admitArchive: (caller, response) => andThen(archives.enter(callerKey(caller), 1, response), () => {}),
    reserve(caller, response, amount) {
      if (amount < reservedFrom || reserved.has(response)) return
      return andThen(bytes.enter(callerKey(caller), amount, response), (claim) => {
        reserved.set(response, claim)
      })
    },
    async enlarge(caller, response, amount) {
      if (amount < largeAnswer) return
      // Its own smaller claim could block the larger one.
      reserved.get(response)?.release()
      reserved.set(response, await bytes.enter(callerKey(caller), amount, response))
    },
    hold(caller, response, body) {
      const claim = reserved.get(response)
      if (body.length >= largeAnswer) {
        // A list from the cache has nothing reserved and produces no garbage.
        if (claim) collectEarly()
        return bodies.hold(caller ? callerKey(caller) : '', response, body, claim)
      }
      claim?.release()
    },
  }
}

/** A person with all their tokens and sessions, or a key. */
const callerKey = ({ actor, credential }: Caller): string => actor.id ?? credential.id

/** A body that several clients wait for is in memory once, so it is counted once. */
function createBodies(gate: Gate) {
  const sharing = new WeakMap<Buffer | Pieces, Set<Claim>>()

  const join = (body: Buffer | Pieces, claim: Claim): void => {
    if (claim.isOver) return
    const sharers = sharing.get(body) ?? new Set<Claim>()
    sharing.set(body, sharers)
    claim.resize(sharers.size === 0 ? body.length : 0)
    sharers.add(claim)
    claim.whenReleased(() => {
      sharers.delete(claim)
      const [next] = sharers
      if (next) next.resize(body.length)
      else sharing.delete(body)
    })
  }

  return {
    hold(
      who: string,
      response: ServerResponse,
      body: Buffer | Pieces,
      reserved: Claim | undefined,
    ): MaybePromise<void> {
      // A write cannot be undone for lack of memory, so its answer is always sent.
      const needsNoWait = sharing.has(body) || !['GET', 'HEAD'].includes(response.req.method ?? '')
      const claim =
        reserved ?? (needsNoWait ? gate.push(who, 0, response) : gate.enter(who, body.length, response))
      return andThen(claim, (mine) => join(body, mine))
    },
  }
}
