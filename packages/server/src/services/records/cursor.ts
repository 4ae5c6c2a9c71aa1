import { createHmac, timingSafeEqual } from 'node:crypto'
import { invalid } from '@svc/model'
import type { Epochs } from '../../store/epoch.ts'

/** What cursors are sealed with: a key that all processes share, and the current history. */
export type CursorSeal = Pick<Epochs, 'cursorKey' | 'current'>

/** Opaque to callers: where a page ended, sealed to the list, filters and partition it came from. */
export function writeCursor(seal: CursorSeal, scope: string, position: readonly (string | number)[]): string {
  const text = JSON.stringify(position)
  return Buffer.concat([sealOf(seal, scope, text), Buffer.from(text)]).toString('base64url')
}

export function readCursor(seal: CursorSeal, scope: string, cursor: string): readonly (string | number)[] {
  const bytes = Buffer.from(cursor, 'base64url')
  const [given, position] = [bytes.subarray(0, sealLength), bytes.subarray(sealLength).toString()]
  if (given.length !== sealLength || !timingSafeEqual(given, sealOf(seal, scope, position))) {
    throw invalid(
      'cursor',
      'does not belong to this list; use nextCursor from its last page with the same filters, or start again without one',
    )
  }
  return JSON.parse(position) as (string | number)[]
}

const sealLength = 16

const sealOf = ({ cursorKey, current }: CursorSeal, scope: string, text: string): Buffer =>
  createHmac('sha256', cursorKey).update(`${current}\n${scope}\n${text}`).digest().subarray(0, sealLength)
