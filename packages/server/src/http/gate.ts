import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { CatalogError } from '@svc/model'
import type { MaybePromise } from '../store/maybe-promise.ts'

export interface GateOptions {
  /** How much may be inside at a time: for one caller, and in total. */
  readonly each: number
  readonly all: number
  readonly waitMs: number
  /** The message for a caller whose wait timed out. */
  readonly refusal: string
}

/** Capacity that is held until it is released or the connection closes. */
export interface Claim {
  /** Released: nothing can change it any more. */
  readonly isOver: boolean
  /** Changes how much it counts for, without waiting. */
  resize(amount: number): void
  release(): void
  whenReleased(run: () => void): void
}

export interface Gate {
  /** Queues when there is no capacity; a client that disconnects leaves the queue. */
  enter(who: string, amount: number, response: ServerResponse): MaybePromise<Claim>
  /** Enters without waiting: for what is already in memory. */
  push(who: string, amount: number, response: ServerResponse): Claim
  readonly inside: number
  readonly waiting: number
}

interface Waiting {
  readonly who: string
  readonly amount: number
  readonly admit: () => void
}

/**
 * Admits as much as there is capacity for, first come, first served; a caller at its own limit does not block
 * others.
 */
export function createGate({ each, all, waitMs, refusal }: GateOptions): Gate {
  const taken = new Map<string, number>()
  const line = new Set<Waiting>()
  let inside = 0

  const add = (who: string, amount: number): void => {
    inside += amount
    const own = (taken.get(who) ?? 0) + amount
    if (own === 0) taken.delete(who)
    else taken.set(who, own)
  }

  // The only one inside may have any amount: otherwise an answer larger than the limit would wait for ever.
  const isBelowOwnLimit = (who: string, amount: number): boolean => {
    const own = taken.get(who) ?? 0
    return own === 0 || own + amount <= each
  }
  const hasCapacity = (amount: number): boolean => inside === 0 || inside + amount <= all

  const admitNext = (): void => {
    for (const next of line) {
      if (!hasCapacity(next.amount)) return
      if (isBelowOwnLimit(next.who, next.amount)) next.admit()
    }
  }

  const claimFor = (who: string, amount: number, response: ServerResponse): Claim => {
    let counted = amount
    let isOver = false
    let whenReleased: (() => void) | undefined
    const resize = (to: number): void => {
      if (isOver || counted === to) return
      const less = to < counted
      add(who, to - counted)
      counted = to
      if (less && line.size > 0) admitNext()
    }
    const release = (): void => {
      forget(response, release)
      if (isOver) return
      resize(0)
      isOver = true
      whenReleased?.()
    }
    add(who, amount)
    whenClosed(response, release)
    return {
      get isOver() {
        return isOver
      },
      resize,
      release,
      whenReleased: (run) => {
        whenReleased = run
      },
    }
  }

  return {
    enter(who, amount, response) {
      const mayEnter = hasCapacity(amount) && isBelowOwnLimit(who, amount)
      // May pass those that are only waiting because of their own limit.
      if (
        mayEnter &&
        (line.size === 0 || ![...line].some((one) => one.who === who || isBelowOwnLimit(one.who, one.amount)))
      )
        return claimFor(who, amount, response)
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          clearTimeout(timer)
          line.delete(waiting)
          forget(response, abandon)
        }
        const abandon = (): void => {
          leave()
          reject(new CatalogError('unavailable', 'The client disconnected.'))
          admitNext()
        }
        const timer = setTimeout(() => {
          leave()
          const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
          reject(new CatalogError('unavailable', refusal, { headers: { 'retry-after': String(seconds) } }))
          admitNext()
        }, waitMs)
        const waiting: Waiting = {
          who,
          amount,
          admit: () => {
            leave()
            resolve(claimFor(who, amount, response))
          },
        }
        line.add(waiting)
        whenClosed(response, abandon)
      })
    },
    push: claimFor,
    get inside() {
      return inside
    },
    get waiting() {
      return line.size
    },
  }
}

/** What to run when a connection closes, for each response still pending on it. */
const endings = new WeakMap<Socket, Set<() => void>>()

/**
 * A response is over when it was sent or its connection has closed. Node does not notify one that is still
 * queued behind another on the same connection, so the socket is watched too, with one listener for all of
 * them.
 */
function whenClosed(response: ServerResponse, run: () => void): void {
  response.once('close', run)
  const { socket } = response.req
  let set = endings.get(socket)
  if (!set) {
    const own = new Set<() => void>()
    set = own
    endings.set(socket, own)
    socket.once('close', () => {
      endings.delete(socket)
      for (const end of [...own]) end()
    })
  }
  set.add(run)
  if (socket.destroyed || response.closed) process.nextTick(run)
}

function forget(response: ServerResponse, run: () => void): void {
  response.off('close', run)
  endings.get(response.req.socket)?.delete(run)
}
